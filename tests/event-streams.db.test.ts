// Access to event streams: a stream belongs to one workspace and its members, or to one user. Emits every event of the
// product and checks it against everyone who must not receive it.
import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Hono } from 'hono'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../src/kernel/ids.ts'
import { systemTransaction } from '../src/platform/db/index.ts'
import type { HttpEnv } from '../src/platform/http/index.ts'
import { asAppError } from '../src/platform/rpc/index.ts'
import { createEventStream, STREAMS_MAX } from '../src/wire/event-stream.ts'
import { newOwner } from './support/accounts/teams.ts'
import { createTestApp, type TestApp } from './support/app/test-app.ts'

/** Every type that the code emits. */
function eventTypes(): string[] {
  const root = path.join(import.meta.dirname, '../src/features')
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /server\/.*\.ts$/.test(file))
  const found = files
    .filter((file) => !/\.test\.ts$/.test(file))
    .flatMap((file) => [...readFileSync(path.join(root, file), 'utf8').matchAll(/\btype: '([a-z_]+\.[a-z_]+)'/g)])
  return [...new Set(found.map(([, type]) => type ?? ''))].sort()
}

let app: TestApp
let stream: Hono<HttpEnv>
type Owner = Awaited<ReturnType<typeof newOwner>>
let mine: Owner
let other: Owner

beforeAll(async () => {
  app = await createTestApp({ BILLING: 'off' })
  stream = createEventStream(app.core.services, app.core.accounts.auth).onError((error, context) =>
    context.text(error.message, (asAppError(error)?.status ?? 500) as 404),
  )
  mine = await newOwner(app, 'Mine')
  other = await newOwner(app, 'Other')
})

const ask = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
  stream.request(`/api/events${query}`, { headers, method })

describe('an event stream is refused', () => {
  it.each([
    ['without a session', {}],
    ['with an invalid session', { cookie: 'answerloom.session_token=made-up.signature' }],
    ['with an API key', { authorization: 'Bearer al_key' }],
  ])('%s', async (_, headers) => {
    expect((await ask(`?workspace_id=${mine.workspaceId}`, headers)).status).toBe(401)
    expect((await ask('', headers)).status).toBe(401)
  })

  it('with a key for the API', async () => {
    const { api_key } = await mine.call<{ api_key: string }>('workspaces/apiKeys/create', {
      password: mine.password,
      name: 'Key',
    })
    const headers = { authorization: `Bearer ${api_key}` }
    expect((await ask(`?workspace_id=${mine.workspaceId}`, headers)).status).toBe(401)
  })

  it.each([
    ['of another tenant', () => mine.workspaceId],
    ['that does not exist', () => newId()],
  ])('%s', async (_, workspace) => {
    expect((await ask(`?workspace_id=${workspace()}`, { cookie: other.cookie() })).status).toBe(404)
  })

  it.each(['', '%00', '..', "1' or '1'='1", '%'])('for a workspace named %j', async (name) => {
    const { status } = await ask(`?workspace_id=${name}`, { cookie: other.cookie() })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(500)
  })
})

it('event streams beyond the maximum number are refused, until some have ended', async () => {
  const { cookie } = await newOwner(app, 'Tabs')
  const headers = { cookie: cookie() }
  const readers: ReadableStreamDefaultReader[] = []
  for (let index = 0; index < STREAMS_MAX; index++) {
    const reader = (await ask('', headers)).body?.getReader()
    if (!reader) throw new Error('no stream')
    await reader.read()
    readers.push(reader)
  }
  expect((await ask('', headers)).status).toBe(429)
  expect((await ask('', { cookie: other.cookie() })).status).toBe(200)
  await Promise.all(readers.map((reader) => reader.cancel()))
  await expect.poll(async () => (await ask('', headers)).status).toBe(200)
})

it('simultaneous event streams beyond the maximum are refused, while HEAD requests do not count', async () => {
  const { cookie } = await newOwner(app, 'Tabs at once')
  const headers = { cookie: cookie() }
  for (let index = 0; index < STREAMS_MAX; index++) expect((await ask('', headers, 'HEAD')).status).toBe(200)
  const answers = await Promise.all(Array.from({ length: STREAMS_MAX + 10 }, () => ask('', headers)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(STREAMS_MAX)
  // Canceled before anything of them was read: their places are free again.
  await Promise.all(answers.map(({ body }) => body?.cancel()))
  await expect.poll(async () => (await ask('', headers)).status).toBe(200)
})

/** Everything a stream says until it has said `mark`. */
async function receivedBy(owner: Owner, query: string, mark: string, act: () => Promise<void>): Promise<string> {
  const response = await ask(query, { cookie: owner.cookie() })
  if (!response.body) throw new Error(`no stream but ${response.status}`)
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  let said = ''
  let acted = false
  while (!said.includes(mark)) {
    const { done, value } = await reader.read()
    if (done) throw new Error('the stream ended')
    said += value
    if (!acted && said.includes('"ready"')) {
      acted = true
      await act()
    }
  }
  await reader.cancel()
  return said
}

describe('the events of a stream', () => {
  const types = eventTypes()
  const emit = (event: { type: string; workspace_id: string | null; user_id?: string; text?: string }) =>
    systemTransaction(app.core.db, async (transaction) => {
      // As other nodes announce it: what runs within the transaction is no part of this.
      await transaction.execute(`select pg_notify('answerloom_events', '${JSON.stringify(event)}')`)
    })
  const mark = (owner: Owner) => emit({ type: 'mark', workspace_id: owner.workspaceId, text: 'the end' })

  it('have many kinds', () => expect(types.length).toBeGreaterThan(5))

  it('exclude those of another workspace, of any kind', async () => {
    const said = await receivedBy(other, `?workspace_id=${other.workspaceId}`, 'the end', async () => {
      for (const type of types) {
        await emit({ type, workspace_id: mine.workspaceId, text: 'of another' })
        await emit({ type, workspace_id: mine.workspaceId, user_id: other.id, text: 'of another' })
        await emit({ type, workspace_id: null, user_id: mine.id, text: 'of another' })
      }
      await mark(other)
    })
    expect(said).not.toContain('of another')
  })

  it("include the workspace's own, of each kind, without its id", async () => {
    const said = await receivedBy(mine, `?workspace_id=${mine.workspaceId}`, 'the end', async () => {
      for (const type of types) await emit({ type, workspace_id: mine.workspaceId })
      await mark(mine)
    })
    for (const type of types) expect(said).toContain(`"${type}"`)
    expect(said).not.toContain(mine.workspaceId)
  })

  it("include the user's own without a workspace, and none of any workspace", async () => {
    const said = await receivedBy(other, '', '"subscription.changed"', async () => {
      for (const type of types) await emit({ type, workspace_id: other.workspaceId, text: 'of a workspace' })
      await emit({ type: 'subscription.changed', workspace_id: null, user_id: mine.id, text: 'of another' })
      await emit({ type: 'subscription.changed', workspace_id: null, user_id: other.id })
    })
    expect(said).not.toMatch(/of another|of a workspace/)
  })
})
