// Behavior during a PostgreSQL outage, and after a worker process dies during a job.
import { expect, test } from '@playwright/test'
import { startApp } from '../support/app/app-server.ts'
import { liveEvents } from '../support/app/live-events.ts'
import { startPostgres } from '../support/database/postgres-server.ts'
import { cutConnection } from '../support/network/cut-connection.ts'
import { newTenant, restOf, send } from '../support/network/http-client.ts'
import { sitePage, startWebSite } from '../support/websites/web-site.ts'

test.setTimeout(240_000)

test('an unavailable database is reported, cached pages are served, and it is used again without a restart', async () => {
  const postgres = await startPostgres()
  const way = await cutConnection(postgres.url)
  const app = await startApp({ database: 'postgres', env: { DATABASE_URL: way.url } })
  try {
    const woven = await newTenant(app)
    const rest = restOf(app, woven)
    const body = { question: 'Where is the loom?', answer: 'In the attic.', status: 'published' }
    const tab = await liveEvents(app, woven.workspaceId, woven.cookie)
    const changes = () => tab.seen.filter(({ type }) => type === 'faq.changed')
    expect((await rest('/faqs', { body })).status).toBe(201)
    // A page that was loaded while something changed is not kept: the change has to be known first.
    await expect.poll(changes).toHaveLength(1)
    const page = () => send(`${app.url}/faq/${woven.subdomain}`)
    expect((await page()).body).toContain('Where is the loom?')

    way.cut()
    const refused = await rest('/faqs', { body: { ...body, question: 'Lost?' } })
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
    expect(refused.body).toMatchObject({
      error: {
        code: 'database.unavailable',
        message: 'The database cannot be reached at the moment. Try again shortly.',
      },
    })
    const ready = await send(`${app.url}/readyz`)
    expect(ready.status).toBe(503)
    expect(ready.body).toMatchObject({
      status: 'not_ready',
      checks: { database: 'failed', queue: 'failed', storage: 'ok' },
    })
    expect((await send(`${app.url}/healthz`)).status).toBe(200)
    // The session survives the outage.
    const events = `${app.url}/api/events?workspace_id=${woven.workspaceId}`
    expect((await send(events, { headers: { cookie: woven.cookie } })).status).toBe(503)
    expect((await page()).status).toBe(200)

    way.restore()
    await expect.poll(async () => (await send(`${app.url}/readyz`)).status).toBe(200)
    // The tab learns that it may have missed something, and hears of what happens from then on.
    await expect.poll(() => tab.seen.map(({ type }) => type)).toContain('reset')
    const later = await rest('/faqs', { body: { ...body, question: 'Back again?' } })
    expect(later.status).toBe(201)
    await expect.poll(changes).toHaveLength(2)
    await expect.poll(async () => (await page()).body).toContain('Back again?')
    expect((await page()).body).not.toContain('Lost?')
    // Jobs continue as well.
    await rest('/texts', { body: { items: [{ title: 'Care', content: 'Shuttles are kept dry.' }] } })
    const states = async () =>
      ((await rest('/sources')).body as { items: { title: string; state: string }[] }).items.flatMap(
        ({ title, state }) => (title === 'Care' ? state : []),
      )
    await expect.poll(states, { timeout: 60_000 }).toEqual(['ready'])
    tab.close()
    expect(await Promise.race([app.exited, Promise.resolve('running')])).toBe('running')
  } finally {
    await app.stop()
    await way.close()
    await postgres.stop()
  }
})

test('the job of a process that was killed is taken over by another', async () => {
  const arrived = Promise.withResolvers<void>()
  const never = new Promise<void>(() => {})
  const site = await startWebSite({})
  const page = sitePage({ title: 'Loom', text: 'The shuttle of this loom is made of beech wood.' })
  // The first who asks is kept waiting until its end.
  let first = true
  site.pages.set('/', () => {
    if (!first) return page
    first = false
    arrived.resolve()
    return { body: page, after: never }
  })
  const postgres = await startPostgres()
  const env = {
    DATABASE_URL: postgres.url,
    OUTBOUND_ALLOW_HOSTS: site.host,
    SECRET_KEY: 'one-key-for-all-of-them-0123456789',
  }
  const [web, doomed] = await Promise.all([
    startApp({ database: 'postgres', env: { ...env, MODE: 'web' } }),
    startApp({ database: 'postgres', env: { ...env, MODE: 'worker' } }),
  ])
  let successor: Awaited<ReturnType<typeof startApp>> | null = null
  try {
    const woven = await newTenant(web)
    expect((await restOf(web, woven)('/websites', { body: { url: site.url } })).status).toBe(200)
    await arrived.promise
    successor = await startApp({ database: 'postgres', env: { ...env, MODE: 'worker' } })
    process.kill(doomed.pid, 'SIGKILL')
    const state = async () => {
      const { items } = (await restOf(web, woven)('/websites')).body as {
        items: { url: string; run: { state: string } | null }[]
      }
      return items.find(({ url }) => url === site.url)?.run?.state
    }
    // Its heartbeat has to be missed first.
    await expect.poll(state, { timeout: 120_000 }).toBe('completed')
    const found = await send(`${web.url}/api/public/search?subdomain=${woven.subdomain}&q=beech`)
    expect((found.body as { results: unknown[] }).results).toHaveLength(1)
  } finally {
    await Promise.all([web.stop(), doomed.stop(), successor?.stop()])
    await postgres.stop()
    await site.close()
  }
})
