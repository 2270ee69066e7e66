// A primary and a standby by streaming replication: visitors read from the standby, and never notice it.
import { sql } from 'drizzle-orm'
import { beforeAll, expect, inject, it, onTestFinished } from 'vitest'
import { searchContent } from '../src/features/answering/server/index.ts'
import { searchMemoryIndex } from '../src/features/ranking/server/index.ts'
import {
  inReadTransaction,
  readPublished,
  visitorContext,
  type WorkspaceContext,
  type WorkspaceServices,
} from '../src/features/workspaces/server/index.ts'
import { type Database, openDatabase } from '../src/platform/db/index.ts'
import type { Replica } from '../src/platform/db/replica.ts'
import { examine } from '../src/wire/doctor.ts'
import { loadPublicPage } from '../src/wire/public-pages.ts'
import { createTestApp, type Tenant, type TestApp } from './support/app/test-app.ts'
import { atEnd } from './support/database/database.ts'
import { type PostgresServer, startPostgres } from './support/database/postgres-server.ts'
import { statement } from './support/database/statement.ts'
import { cutConnection } from './support/network/cut-connection.ts'
import { keepingPooler } from './support/network/keeping-pooler.ts'

const EVENTUALLY = { timeout: 30_000, interval: 20 }
const appUrl = new URL('http://localhost:3000')

let primary: PostgresServer
let standby: PostgresServer
/** A node without a replica, whose team writes. */
let writer: TestApp
/** A node that visitors reach. */
let node: TestApp
let tenant: Tenant
let subdomain: string

async function open(replica?: { url?: string; maxLagSeconds?: number; throughPooler?: string }): Promise<Database> {
  const { throughPooler, ...given } = replica ?? {}
  const options = replica && { url: standby.url, maxLagSeconds: 3_600, ...given }
  const addresses = { databaseUrl: throughPooler ?? primary.url, directUrl: primary.url }
  const db = await openDatabase({ ...addresses, dataDir: '', replica: options })
  atEnd(() => db.close())
  if (replica && !replica.url) expect(await replicaOf(db).untilInUse()).toBeNull()
  return db
}

function replicaOf(db: Database): Replica {
  if (!db.replica) throw new Error('No replica was configured.')
  return db.replica
}

/** Stops the standby from following, until the end of the test at the latest. */
async function pauseReplay(): Promise<{ resume: () => Promise<unknown> }> {
  const resume = () => statement(standby.url, 'select pg_wal_replay_resume()')
  onTestFinished(() => resume().then(() => {}))
  await statement(standby.url, 'select pg_wal_replay_pause()')
  await expect
    .poll(() => statement(standby.url, 'select pg_get_wal_replay_pause_state() as state'), EVENTUALLY)
    .toEqual([{ state: 'paused' }])
  return { resume }
}

async function visitorOf(
  services: WorkspaceServices,
): Promise<NonNullable<Awaited<ReturnType<typeof visitorContext>>>> {
  const visitor = await visitorContext(services, { workspace_id: tenant.workspaceId })
  if (!visitor) throw new Error('The workspace is missing.')
  return visitor
}

const asksStandby = ({ tx }: { tx: NonNullable<WorkspaceContext['tx']> }) =>
  tx.execute<{ standby: boolean }>(sql`select pg_is_in_recovery() as standby`).then(({ rows }) => rows[0]?.standby)

const readsStandby = async (services: WorkspaceServices) => readPublished(await visitorOf(services), asksStandby)

/** Resolves when the node has been notified of the change. */
async function writeAnswer(answer: string): Promise<void> {
  const notified = new Promise<void>((resolve) => {
    const off = node.core.events.on('faq.changed', () => {
      off()
      resolve()
    })
  })
  const route = { method: 'PATCH', path: '/faqs/{id}' }
  expect(await writer.rest(route, { id: tenant.ids.faq, answer }, tenant.apiKey)).toMatchObject({ status: 200 })
  await notified
}

const shownAnswer = async (services: WorkspaceServices) =>
  (await loadPublicPage(services, subdomain))?.faqs.find(({ id }) => id === tenant.ids.faq)?.answer

const search = async (services: WorkspaceServices, q: string) =>
  (await searchContent(await visitorOf(services), { q, limit: 5, appUrl })).map(({ excerpt }) => excerpt)

beforeAll(async () => {
  // A commit that was acknowledged has to survive the end of the server.
  primary = await startPostgres({ settings: ['synchronous_commit=on'] })
  atEnd(() => primary.stop())
  standby = await startPostgres({ standbyOf: primary })
  atEnd(() => standby.stop())
  writer = await createTestApp({ BILLING: 'off' }, { db: await open() })
  node = await createTestApp({ BILLING: 'off' }, { db: await open({}) })
  tenant = await writer.tenant('Loom')
  subdomain = (await visitorOf(writer.core.services)).subdomain
})
it('visitors read from the standby; members, and what visitors have written, from the primary', async () => {
  const { services } = node.core
  await expect.poll(() => readsStandby(services), EVENTUALLY).toBe(true)
  expect(await inReadTransaction(await visitorOf(services), asksStandby)).toBe(false)
  const asked = await node.fetch(
    new Request('http://localhost/api/v1/public/ask', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ workspace_id: tenant.workspaceId, question: 'About Loom?' }),
    }),
  )
  const { message_id } = (await asked.json()) as { message_id: string }
  const { resume } = await pauseReplay()
  const voted = await node.fetch(
    new Request('http://localhost/api/v1/public/feedback', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ message_id, vote: 'up' }),
    }),
  )
  expect(voted.status).toBe(204)
  // Without a notification, the standby is all that visitors see.
  await statement(primary.url, `update faqs set answer = 'Changed past the program.' where id = '${tenant.ids.faq}'`)
  expect(await shownAnswer(services)).toBe('An answer.')
  const read = await writer.rest({ method: 'GET', path: '/faqs/{id}' }, { id: tenant.ids.faq }, tenant.readKey)
  expect(read.body).toMatchObject({ answer: 'Changed past the program.' })
  await resume()
  await expect.poll(() => shownAnswer(services), EVENTUALLY).toBe('Changed past the program.')
})

it('a change is seen at once, and the standby is used again when it has it', async () => {
  const { services } = node.core
  await search(services, 'Loom')
  const { resume } = await pauseReplay()
  await writeAnswer('Woven on Tuesdays.')
  expect(await shownAnswer(services)).toBe('Woven on Tuesdays.')
  expect(await search(services, 'Tuesdays')).toEqual(['Woven on Tuesdays.'])
  expect(await readsStandby(services)).toBe(false)
  const other = await writer.tenant('Unchanged')
  await resume()
  await expect.poll(() => readsStandby(services), EVENTUALLY).toBe(true)
  expect(await shownAnswer(services)).toBe('Woven on Tuesdays.')
  expect(other.workspaceId).not.toBe(tenant.workspaceId)
})

it('a new workspace is found before the standby has it', async () => {
  const { resume } = await pauseReplay()
  const { workspaceId } = await writer.tenant('New')
  expect(await visitorContext(node.core.services, { workspace_id: workspaceId })).not.toBeNull()
  await resume()
})

it('content that was loaded from the standby never counts as the newer content of the primary', async () => {
  // Nodes whose notifications are late.
  const services = { ...node.core.services, db: await open({}) }
  const again = { ...services, db: await open({}) }
  const { resume } = await pauseReplay()
  await writeAnswer('Only with wool of Shetland sheep.')
  expect(await search(services, 'Shetland')).toEqual([])
  const { rows } = await services.db.pool.query<{ version: string }>(
    `select content_version as version from workspaces where id = '${tenant.workspaceId}'`,
  )
  const contentVersion = Number(rows[0]?.version)
  const request = { text: 'Shetland', limit: 5 }
  const found = await searchMemoryIndex(services.db, { id: tenant.workspaceId, contentVersion }, request)
  expect(found).toMatchObject({ isStale: false, hits: [{ source_id: tenant.ids.faq }] })
  // In parallel with a load for a visitor.
  const visitor = await visitorOf(again)
  const [, mine] = await Promise.all([
    searchContent(visitor, { q: 'Shetland', limit: 5, appUrl }),
    searchMemoryIndex(again.db, { id: tenant.workspaceId, contentVersion }, request),
    searchMemoryIndex(again.db, { id: tenant.workspaceId, contentVersion: null }, request),
  ])
  expect(mine.hits).toHaveLength(1)
  await resume()
})

it('a standby that is behind the limit is not used until it has caught up', async () => {
  const services = { ...node.core.services, db: await open({ maxLagSeconds: 3 }) }
  const { resume } = await pauseReplay()
  await writeAnswer('Behind the limit.')
  await expect.poll(() => shownAnswer(services), EVENTUALLY).toBe('Behind the limit.')
  expect(replicaOf(services.db).problem).toMatch(/more than 3 seconds behind/)
  await resume()
  await expect.poll(() => readsStandby(services), EVENTUALLY).toBe(true)
  expect(replicaOf(services.db).problem).toBeNull()
})

it('a standby that dies in the middle of requests is not noticed, and used again when it is back', async () => {
  const { services, db } = node.core
  await expect.poll(() => readsStandby(services), EVENTUALLY).toBe(true)
  let isOver = false
  let reads = 0
  const visit = async () => {
    while (!isOver) {
      expect(await shownAnswer(services)).toBe('Behind the limit.')
      expect(await search(services, 'limit')).toEqual(['Behind the limit.'])
      reads++
    }
  }
  const visits = Promise.all(Array.from({ length: 4 }, visit))
  const readMore = async () => {
    const from = reads
    await expect.poll(() => reads - from, EVENTUALLY).toBeGreaterThan(20)
  }
  await readMore()
  await standby.kill()
  await readMore()
  expect(replicaOf(db).problem).not.toBeNull()
  await standby.restart()
  await expect.poll(() => readsStandby(services), EVENTUALLY).toBe(true)
  await readMore()
  isOver = true
  await visits
})

it('a pooler before the primary that dies is not noticed, even after a change', async () => {
  const pooler = await cutConnection(primary.url)
  onTestFinished(() => pooler.close())
  const db = await open({ throughPooler: pooler.url })
  const services = { ...node.core.services, db }
  await expect.poll(() => readsStandby(services), EVENTUALLY).toBe(true)
  const { resume } = await pauseReplay()
  await writeAnswer('Changed before the pooler died.')
  replicaOf(db).noteChange(tenant.workspaceId)
  pooler.cut()
  const shown = shownAnswer(services)
  await resume()
  expect(await shown).toBe('Changed before the pooler died.')
  expect(await search(services, 'pooler')).toEqual(['Changed before the pooler died.'])
})

it('a read that a pooler keeps when the primary dies is answered by the standby', async () => {
  const pooler = await keepingPooler(primary.url)
  onTestFinished(() => pooler.close())
  const db = await open({ throughPooler: pooler.url })
  const services = { ...node.core.services, db }
  await expect.poll(() => readsStandby(services), EVENTUALLY).toBe(true)
  pooler.keep()
  replicaOf(db).noteChange(tenant.workspaceId)
  const { promise, resolve } = Promise.withResolvers<void>()
  replicaOf(db).onRead = (server) => server === 'primary' && resolve()
  const shown = shownAnswer(services)
  await promise
  const wasReset = new Promise<void>((resolve) => onTestFinished(node.core.events.onReset(resolve)))
  await primary.kill()
  expect(await shown).toBe('Changed before the pooler died.')
  await primary.restart()
  // Nothing is missed from here on.
  await wasReset
})

it('the standby takes over from a primary that dies, and what it lacked is shown when the primary is back', async () => {
  const { services, db, events } = node.core
  await writeAnswer('All servers have this.')
  // A read from the standby does not show that it has the change: it may still replace the primary that was restarted.
  await expect.poll(() => replicaOf(db).serves(tenant.workspaceId), EVENTUALLY).toBe(true)
  expect(await shownAnswer(services)).toBe('All servers have this.')
  const { resume } = await pauseReplay()
  await writeAnswer('The standby lacks this.')
  const wasReset = new Promise<void>((resolve) => onTestFinished(events.onReset(resolve)))
  await primary.kill()
  expect(await shownAnswer(services)).toBe('All servers have this.')
  expect(await search(services, 'servers')).toHaveLength(1)
  expect(replicaOf(db).problem).toBeNull()
  await expect(inReadTransaction(await visitorOf(services), asksStandby)).rejects.toThrow(/cannot be reached/)
  await primary.restart()
  await wasReset
  await expect.poll(() => shownAnswer(services), EVENTUALLY).toBe('The standby lacks this.')
  await resume()
  await expect.poll(() => readsStandby(services), EVENTUALLY).toBe(true)
  expect(await shownAnswer(services)).toBe('The standby lacks this.')
})

it('the doctor says how far the standby is, and refuses other servers', async () => {
  const finding = async (db: Database) =>
    (await examine({ ...node.core, db }, { repair: false })).find(({ part }) => part === 'replica')
  expect(await finding(node.core.db)).toMatchObject({ state: 'ok', says: expect.stringMatching(/at most \d s behind/) })
  expect(await finding(writer.core.db)).toMatchObject({ state: 'off' })
  expect(await finding(await open({ url: primary.url }))).toMatchObject({
    state: 'failed',
    says: 'not used for reads: it is not a standby',
  })
  expect(await finding(await open({ url: inject('postgresUrl') }))).toMatchObject({
    state: 'failed',
    says: 'not used for reads: it is not a copy of the database of DATABASE_URL',
  })
})
