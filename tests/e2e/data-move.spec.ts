// From the embedded database to PostgreSQL: everything is there afterwards, for people as for programs.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from '@playwright/test'
import pg from 'pg'
import { startApp } from '../support/app/app-server.ts'
import { runMain } from '../support/app/main-process.ts'
import { startPostgres } from '../support/database/postgres-server.ts'
import { call, newTenant, restOf, send } from '../support/network/http-client.ts'

test.setTimeout(240_000)

test('data:move copies everything, refuses invalid targets, and verifies the copy', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'answerloom-move-'))
  const postgres = await startPostgres()
  const move = (to: string = postgres.url) =>
    runMain(['data:move', '--to', to], { DATA_DIR: dataDir, LOG_LEVEL: 'warn' })
  const ask = async (sql: string, values: unknown[] = []): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client(postgres.url)
    await client.connect()
    return client
      .query(sql, values)
      .then(({ rows }) => rows)
      .finally(() => client.end())
  }
  try {
    const none = await move()
    expect(none).toMatchObject({ code: 1, stdout: '', stderr: `There is no embedded database in ${dataDir}.\n` })

    // Without a worker the jobs of texts and emails stay queued and have to be moved too.
    // The demo and the docs make it a database with many rows.
    const before = await startApp({ dataDir, env: { MODE: 'web', SEED_DEMO: 'on' } })
    const woven = await newTenant(before)
    const rest = restOf(before, woven)
    for (const n of [1, 2, 3])
      await rest('/faqs', {
        body: { question: `How is loom ${n} oiled?`, answer: 'With linseed.', status: 'published' },
      })
    await rest('/texts', { body: { items: [{ title: 'Care', content: 'Shuttles are kept dry.' }] } })
    await send(`${before.url}/api/public/ask`, {
      body: { subdomain: woven.subdomain, question: 'How is loom 2 oiled?' },
    })
    const listed = async (app: { url: string }) =>
      Promise.all(['/faqs?limit=200', '/questions?limit=200'].map(async (at) => (await restOf(app, woven)(at)).body))
    const there = await listed(before)
    const locked = await move()
    expect(locked.code).toBe(1)
    expect(locked.stderr).toContain(`already in use by process ${before.pid}`)
    await before.stop()

    expect((await move('https://example.test')).stderr).toContain('--to is not an address of PostgreSQL')
    const moved = await move()
    expect(moved.stderr).toBe('')
    expect(moved.code).toBe(0)
    const { tables, rows } = JSON.parse(moved.stdout.trim().split('\n').at(-1) ?? '')
    expect(tables).toBeGreaterThan(40)
    expect(rows).toBeGreaterThan(500)
    const twice = await move()
    expect(twice.code).toBe(1)
    expect(twice.stderr).toContain('The PostgreSQL database already holds data')

    const waiting = await ask('SELECT id::text, state::text FROM pgboss.job')
    expect(new Set(waiting.map(({ state }) => state))).toEqual(new Set(['created']))

    const after = await startApp({ database: 'postgres', dataDir, env: { DATABASE_URL: postgres.url } })
    try {
      expect(await listed(after)).toEqual(there)
      const signedIn = await call(after, 'accounts/signIn', { email: woven.email, password: woven.password })
      expect(signedIn.cookie).not.toBe('')
      // Sessions are moved too, so users stay signed in.
      const { output } = await call(after, 'workspaces/list', {}, { cookie: woven.cookie })
      expect((output.items as unknown as { id: string }[]).map(({ id }) => id)).toEqual([woven.workspaceId])
      const found = await send(`${after.url}/api/public/search?subdomain=${woven.subdomain}&q=linseed`)
      expect((found.body as { results: unknown[] }).results).toHaveLength(3)
      // Queued jobs run, and sequences continue from their values.
      const done = () =>
        ask("SELECT count(*)::int AS n FROM pgboss.job WHERE state = 'completed' AND id = ANY($1::uuid[])", [
          waiting.map(({ id }) => id),
        ])
      await expect.poll(async () => Number((await done())[0]?.n), { timeout: 60_000 }).toBeGreaterThan(0)
      const more = await restOf(after, woven)('/faqs', {
        body: { question: 'More?', answer: 'Yes.', status: 'published' },
      })
      expect(more.status).toBe(201)
    } finally {
      await after.stop()
    }
  } finally {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
})
