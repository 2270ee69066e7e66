// The process itself: how it refuses to start, how it ends, and the operator's commands before, during and after.
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { test as base, expect } from '@playwright/test'
import { type AppServer, type DatabaseKind, startApp } from '../support/app/app-server.ts'
import { runMain } from '../support/app/main-process.ts'
import { type CreatedWorkspace, operator } from '../support/app/operator-command.ts'
import { startAppPostgres } from '../support/database/prepared-databases.ts'
import { freePort } from '../support/network/free-port.ts'
import { call, restOf, send } from '../support/network/http-client.ts'

type Place = { dataDir: string; env: Record<string, string> }

const test = base.extend<{ place: Place }, { database: DatabaseKind }>({
  database: ['pglite', { option: true, scope: 'worker' }],
  /** A data folder and a database that nothing has touched. */
  place: async ({ database }, use) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'answerloom-process-'))
    const postgres = database === 'postgres' ? await startAppPostgres() : null
    await use({ dataDir, env: { DATA_DIR: dataDir, ...postgres?.env } })
    await postgres?.stop()
    await rm(dataDir, { recursive: true, force: true })
  },
})

test.setTimeout(180_000)

const PASSWORD = 'woven-thread-7'
const owner = ['--email', 'owner@example.test', '--password', PASSWORD, '--name', 'Woven Goods']
const STOP_LIMIT_MS = 10_000

/** Opens a stream and reads until `text` has come; it stays open. */
async function openStream(url: string, headers: Record<string, string>, text: string): Promise<void> {
  const response = await fetch(url, { headers })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  for (let seen = ''; reader && !seen.includes(text); ) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`The stream ended early: ${seen}`)
    seen += value
  }
}

test('operator commands work before the first start, during it and after, and SIGTERM stops the server despite open streams', async ({
  place,
  database,
}) => {
  const before: CreatedWorkspace = await operator(place, owner)
  expect(before).toEqual({
    workspace_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    subdomain: 'woven-goods',
    api_key: expect.stringMatching(/^al_/),
  })
  const app: AppServer = await startApp({ database, dataDir: place.dataDir, env: place.env })
  try {
    expect((await restOf(app, { key: before.api_key })('/faqs')).status).toBe(200)
    const during = await operator(app, [...owner, '--free-access'])
    expect(during.subdomain).toBe('woven-goods-2')
    expect((await restOf(app, { key: during.api_key })('/faqs')).status).toBe(200)

    const { cookie } = await call(app, 'accounts/signIn', { email: 'owner@example.test', password: PASSWORD })
    const { output } = await call(app, 'workspaces/list', {}, { cookie })
    expect((output.items as unknown as { id: string }[]).map((workspace) => workspace.id).sort()).toEqual(
      [before.workspace_id, during.workspace_id].sort(),
    )
    for (const { workspace_id } of [before, during])
      await openStream(`${app.url}/api/events?workspace_id=${workspace_id}`, { cookie }, '"type":"ready"')

    process.kill(app.pid, 'SIGTERM')
    const code = await Promise.race([app.exited, delay(STOP_LIMIT_MS, 'still running', { ref: false })])
    expect(code, app.logs()).toBe(0)
  } finally {
    await app.stop()
  }
  const after = await operator(place, owner)
  expect(after.subdomain).toBe('woven-goods-3')
})

test('a server needs at most 500 MB of memory while it starts and is filled', async ({ place, database }) => {
  const created: CreatedWorkspace = await operator(place, owner)
  const app: AppServer = await startApp({ database, dataDir: place.dataDir, env: place.env })
  try {
    const items = Array.from({ length: 1000 }, (_, n) => ({
      question: `How long is rope ${n}?`,
      answer: 'Nine meters.',
    }))
    const { status } = await restOf(app, { key: created.api_key })('/faqs/import', { body: { items } })
    expect(status).toBe(200)
    const peak = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${app.pid}/status`, 'utf8'))?.[1]
    expect(Number(peak) / 1024).toBeLessThan(500)
  } finally {
    await app.stop()
  }
})

test('a failed operator command prints its reason only', async ({ place }) => {
  const cases: [string[], RegExp][] = [
    [['workspace:create', '--email', 'a@example.test', '--password', PASSWORD], /--name is missing/],
    [
      ['workspace:create', '--email', 'nobody', '--password', PASSWORD, '--name', 'N'],
      /--email is not an email address/,
    ],
    [['workspace:create', '--email', 'a@example.test', '--password', 'short', '--name', 'N'], /at least 6 characters/],
    [['workspace:destroy'], /no command "workspace:destroy".*workspace:create/],
  ]
  for (const [args, sentence] of cases) {
    const { code, stdout, stderr } = await runMain(args, place.env)
    expect({ code, stdout }, args.join(' ')).toEqual({ code: 1, stdout: '' })
    expect(stderr.trim()).toMatch(sentence)
    expect(stderr.trim().split('\n'), 'one sentence, no stack').toHaveLength(1)
  }
})

test('an invalid configuration reports every wrong variable', async ({ place }) => {
  const broken = await runMain([], { ...place.env, PORT: 'eighty', BILLING: 'maybe', TRUST_PROXY: 'everybody' })
  expect(broken).toMatchObject({ code: 1, stdout: '' })
  for (const name of ['PORT', 'BILLING', 'TRUST_PROXY'])
    expect(broken.stderr).toMatch(new RegExp(`^ *${name}: .*Accepted`, 'm'))
  expect(broken.stderr).not.toMatch(/^\s+at /m)

  const open = await runMain([], { ...place.env, HOST: '0.0.0.0', APP_URL: 'https://help.example.test' })
  expect(open).toMatchObject({ code: 1, stdout: '' })
  for (const name of ['SMTP_URL', 'SECRET_KEY']) expect(open.stderr).toMatch(new RegExp(`^ *${name}: `, 'm'))
})

test('an unavailable database is reported in a sentence', async ({ place }) => {
  const url = `postgres://nobody:hunter2@127.0.0.1:${await freePort()}/nothing`
  const { code, stdout, stderr } = await runMain([], { ...place.env, DATABASE_URL: url, LOG_LEVEL: 'silent' })
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
  expect(stderr).toContain('DATABASE_URL')
  expect(stderr).not.toContain('hunter2')
  expect(stderr).not.toMatch(/^\s+at /m)
})

test('a port in use is reported in a sentence', async ({ place }) => {
  const taken = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  const { port } = taken.address() as { port: number }
  const env = { ...place.env, PORT: String(port), SEED_DEMO: 'off', LOG_LEVEL: 'silent' }
  const { code, stderr } = await runMain([], env)
  taken.close()
  expect(code).toBe(1)
  expect(stderr).toContain(`Port ${port} on 127.0.0.1 is already in use`)
  expect(stderr).not.toMatch(/^\s+at /m)
})

test('a second process is refused on the same folder, and accepted on the same PostgreSQL', async ({
  place,
  database,
}) => {
  const starting = startApp({ database, dataDir: place.dataDir, env: place.env })
  // An operator who does not wait until the server is ready is not turned away.
  const hurried = async () => {
    if (database === 'pglite') await expect.poll(() => existsSync(path.join(place.dataDir, 'lock'))).toBe(true)
    return operator(place, owner)
  }
  const [first, { api_key: key, subdomain }] = await Promise.all([starting, hurried()])
  try {
    expect((await restOf(first, { key })('/faqs')).status).toBe(200)
    if (database === 'pglite') {
      const second = await runMain([], { ...place.env, PORT: String(await freePort()) })
      expect(second).toMatchObject({ code: 1, stdout: '' })
      expect(second.stderr).toContain(`already in use by process ${first.pid}`)
      expect(second.stderr.trim().split('\n')).toHaveLength(1)
      expect((await send(`${first.url}/readyz`)).status).toBe(200)
      return
    }
    const { DATA_DIR: _, ...settings } = place.env
    const second = await startApp({ database, env: settings })
    try {
      const page = `${second.url}/faq/${subdomain}`
      expect((await send(page)).body).toContain('No FAQs have been published yet.')
      const body = { question: 'Who weaves this?', answer: 'Ada does.', status: 'published' }
      await restOf(first, { key })('/faqs', { body })
      await expect.poll(async () => (await send(page)).body).toContain('Who weaves this?')
    } finally {
      await second.stop()
    }
  } finally {
    await first.stop()
  }
})
