// Several processes on one PostgreSQL, two web and two workers, without visible effect for users.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base, expect } from '@playwright/test'
import pg from 'pg'
import { type AppServer, type DatabaseKind, startApp } from '../support/app/app-server.ts'
import { liveEvents } from '../support/app/live-events.ts'
import { runMain } from '../support/app/main-process.ts'
import { grant, operator } from '../support/app/operator-command.ts'
import { startAppPostgres } from '../support/database/prepared-databases.ts'
import { type Balancer, startBalancer } from '../support/network/balancer.ts'
import { freePort } from '../support/network/free-port.ts'
import { call, newTenant, restOf, send, type Tenant } from '../support/network/http-client.ts'
import { sitePage, startWebSite } from '../support/websites/web-site.ts'

interface Place {
  /** Starts one more process; it is ended with the test. */
  start(mode: 'web' | 'worker', env?: Record<string, string>): Promise<AppServer>
  env: Record<string, string>
  ask<T extends pg.QueryResultRow>(sql: string): Promise<T[]>
}

const test = base.extend<{ place: Place }, { database: DatabaseKind }>({
  database: ['postgres', { option: true, scope: 'worker' }],
  place: async ({ database }, use) => {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'answerloom-nodes-'))
    const postgres = await startAppPostgres()
    const client = new pg.Client(postgres.url)
    await client.connect()
    const started: AppServer[] = []
    const env = {
      ...postgres.env,
      DATA_DIR: dataDir,
      SECRET_KEY: 'one-key-for-all-of-them-0123456789abcdef',
    }
    await use({
      env,
      start: async (mode, more = {}) => {
        const app = await startApp({ database, dataDir, env: { ...env, MODE: mode, ...more } })
        started.push(app)
        return app
      },
      ask: async (sql) => (await client.query(sql)).rows,
    })
    await Promise.all(started.map((app) => app.stop()))
    await client.end()
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  },
})

/** `npm run test:soak` replaces all of them more often. */
const ROUNDS = Number(process.env.ROLLING_ROUNDS ?? 1)

test.setTimeout(240_000 + ROUNDS * 60_000)

const four = (place: Place, env?: Record<string, string>) =>
  Promise.all([
    place.start('web', env),
    place.start('web', env),
    place.start('worker', env),
    place.start('worker', env),
  ])

test('two web and two worker processes act as one', async ({ place }) => {
  const sites = await Promise.all(
    [0, 1, 2].map((n) =>
      startWebSite({
        '/': sitePage({ title: `Loom ${n}`, text: `The shuttle of loom ${n} is made of beech.`, links: ['/care'] }),
        '/care': sitePage({ title: `Care ${n}`, text: `Loom ${n} is oiled every spring with linseed.` }),
      }),
    ),
  )
  const hosts = sites.map(({ host }) => host).join()
  const [here, there, ...workers] = await four(place, {
    SEED_DEMO: 'on',
    RATE_LIMITS: 'on',
    OUTBOUND_ALLOW_HOSTS: hosts,
  })
  const woven: Tenant = await newTenant(here)
  await grant(here, woven.email, '--free-access')
  const [atHere, atThere] = [restOf(here, woven), restOf(there, woven)]
  const page = (app: AppServer) => send(`${app.url}/faq/${woven.subdomain}`)

  await test.step('simultaneous starts create one database', async () => {
    const [made] = await place.ask<Record<string, number>>(
      `SELECT (SELECT count(*) FROM workspaces WHERE subdomain = 'demo')::int AS demos,
        (SELECT count(*) - count(DISTINCT name) FROM applied_migrations)::int AS repeated,
        (SELECT count(*) FROM pgboss.schedule)::int - (SELECT count(DISTINCT name) FROM pgboss.schedule)::int AS clocks`,
    )
    expect(made).toEqual({ demos: 1, repeated: 0, clocks: 0 })
  })

  await test.step('an edit on one node is shown on the other: to visitors, in the search and in open tabs', async () => {
    const tab = await liveEvents(there, woven.workspaceId, woven.cookie)
    for (const app of [here, there]) expect((await page(app)).body).not.toContain('Who weaves this?')
    const made = await atHere('/faqs', { body: { question: 'Who weaves this?', answer: 'Ada.', status: 'published' } })
    await expect.poll(async () => (await page(there)).body).toContain('Who weaves this?')
    await expect.poll(() => tab.seen.map(({ type }) => type)).toContain('faq.changed')
    const { id } = made.body as { id: string }
    const found = async (app: AppServer, word: string) => {
      const { body } = await send(`${app.url}/api/public/search?subdomain=${woven.subdomain}&q=${word}`)
      return (body as { results: { id: string }[] }).results.map((result) => result.id)
    }
    await expect.poll(() => found(there, 'weaves')).toContain(id)
    const changed = await atThere(`/faqs/${id}`, { method: 'PATCH', body: { question: 'Who spins this?' } })
    expect(changed.status).toBe(200)
    await expect.poll(async () => (await page(here)).body).toContain('Who spins this?')
    await expect.poll(() => found(here, 'spins')).toContain(id)
    tab.close()
  })

  await test.step('simultaneous writes on both nodes are saved in one order', async () => {
    const written = await Promise.all(
      Array.from({ length: 24 }, (_, n) =>
        (n % 2 ? atHere : atThere)('/faqs', { body: { question: `Question ${n}?`, answer: 'Yes.', status: 'draft' } }),
      ),
    )
    expect(new Set(written.map(({ status }) => status))).toEqual(new Set([201]))
    const orders = await Promise.all(
      [atHere, atThere].map(async (rest) =>
        ((await rest('/faqs?limit=200')).body as { items: { id: string }[] }).items.map(({ id }) => id),
      ),
    )
    expect(orders[0]).toHaveLength(25)
    expect(orders[1]).toEqual(orders[0])
  })

  await test.step('signing out on one node applies to the other', async () => {
    const { cookie } = await call(here, 'accounts/signIn', { email: woven.email, password: woven.password })
    await call(there, 'workspaces/list', {}, { cookie })
    await call(here, 'accounts/signOut', {}, { cookie })
    await expect(call(there, 'workspaces/list', {}, { cookie })).rejects.toThrow('answered 401')
  })

  await test.step('a limit counts requests on both nodes', async () => {
    const asked: number[] = []
    for (let n = 0; n < 34; n++) {
      const { url } = n % 2 ? here : there
      const { status } = await send(`${url}/api/public/ask`, {
        body: { subdomain: woven.subdomain, question: 'Who spins this?' },
      })
      asked.push(status)
    }
    expect(asked).toEqual([...Array.from({ length: 30 }, () => 200), ...Array.from({ length: 4 }, () => 429)])
  })

  await test.step('a job is run once, by a worker', async () => {
    for (const [n, { url }] of sites.entries()) {
      const added = await (n % 2 ? atHere : atThere)('/websites', { body: { url } })
      expect(added.status).toBe(200)
    }
    const states = async () => {
      const { items } = (await atHere('/websites')).body as { items: { url: string; run: { state: string } | null }[] }
      return items.filter(({ url }) => sites.some((site) => site.url === url)).map(({ run }) => run?.state)
    }
    await expect.poll(states, { timeout: 120_000 }).toEqual(['completed', 'completed', 'completed'])
    for (const { asked } of sites) {
      expect(asked.filter((request) => request.path === '/care')).toHaveLength(1)
    }
  })

  await test.step('a worker serves health checks only', async () => {
    for (const worker of workers) {
      expect((await page(worker)).status).toBe(404)
      expect((await send(`${worker.url}/readyz`)).status).toBe(200)
    }
  })

  await test.step('an older version does not start on a newer database, and running ones continue', async () => {
    await place.ask("INSERT INTO applied_migrations (name, hash) VALUES ('9999_of_a_newer_version', '')")
    const older = await runMain([], { ...place.env, PORT: String(await freePort()), LOG_LEVEL: 'silent' })
    expect(older).toMatchObject({ code: 1, stdout: '' })
    expect(older.stderr.trim()).toBe(
      'The database was written by a newer version of this program (it has the migration 9999_of_a_newer_version). Start that version, or restore an older backup.',
    )
    const written = await atHere('/faqs', { body: { question: 'Still there?', answer: 'Yes.', status: 'published' } })
    expect(written.status).toBe(201)
    await expect.poll(async () => (await page(there)).body).toContain('Still there?')
  })
  await Promise.all(sites.map((site) => site.close()))
})

/** Visitors who read, search and ask until they are stopped. @returns unexpected responses */
function visitors(
  balancer: Balancer,
  subdomain: string,
): { stop(): Promise<{ answered: number; failures: string[] }> } {
  let over = false
  let answered = 0
  const failures: string[] = []
  const calls = [
    () => send(`${balancer.url}/faq/${subdomain}`),
    () => send(`${balancer.url}/api/public/search?subdomain=${subdomain}&q=loom`),
    () => send(`${balancer.url}/api/public/ask`, { body: { subdomain, question: 'Where is the loom?' } }),
    () => send(`${balancer.url}/widget.js`),
  ]
  const visit = async (turn: number) => {
    for (let n = turn; !over; n++) {
      const reply = await calls[n % calls.length]?.().catch((error: unknown) => String(error))
      if (typeof reply === 'object' && reply.status === 200) answered += 1
      else failures.push(typeof reply === 'object' ? `${reply.status} ${JSON.stringify(reply.body)}` : String(reply))
    }
  }
  const visiting = calls.map((_, turn) => visit(turn))
  return {
    stop: async () => {
      over = true
      await Promise.all(visiting)
      return { answered, failures }
    },
  }
}

test('every process is replaced without an effect on visitors', async ({ place }) => {
  const drain = { DRAIN_SECONDS: '2' }
  let [one, two, ...workers] = await four(place, drain)
  const { api_key: key, subdomain } = await operator(one, [
    ...['--email', 'rolling@example.test', '--password', 'woven-thread-7', '--name', 'Rolling', '--free-access'],
  ])
  const body = { question: 'Where is the loom?', answer: 'In the attic.', status: 'published' }
  expect((await restOf(one, { key })('/faqs', { body })).status).toBe(201)
  const balancer = await startBalancer()
  await Promise.all([balancer.add(one.url), balancer.add(two.url)])
  const visiting = visitors(balancer, subdomain)

  const replace = async (old: AppServer) => {
    process.kill(old.pid, 'SIGTERM')
    expect(await old.exited, old.logs()).toBe(0)
    balancer.remove(old.url)
    const next = await place.start('web', drain)
    await balancer.add(next.url)
    return next
  }
  for (let round = 0; round < ROUNDS; round++) {
    one = await replace(one)
    two = await replace(two)
    for (const [i, worker] of workers.entries()) {
      process.kill(worker.pid, 'SIGTERM')
      expect(await worker.exited, worker.logs()).toBe(0)
      workers[i] = await place.start('worker', drain)
    }
  }
  const { answered, failures } = await visiting.stop()
  expect(failures).toEqual([])
  expect(answered).toBeGreaterThan(100)
  console.log(`${ROUNDS * 4} processes replaced; ${answered} requests of visitors answered, ${failures.length} failed`)
  await balancer.close()
})
