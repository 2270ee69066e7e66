// Crawls take turns, and can be paused, resumed and stopped.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../tests/support/app/test-app.ts'
import { knowledgeTenant, soon } from '../../../../../tests/support/content/knowledge-tenant.ts'
import { words } from '../../../../../tests/support/websites/maze-site.ts'
import { sitePage, startWebSite, type WebSite } from '../../../../../tests/support/websites/web-site.ts'
import type { Website, WebsiteRun } from '../../contract.ts'

// More than any machine reads before the tests stop these crawls.
const PAGES = 3_000
let app: TestApp
let large: WebSite[]
let small: WebSite

const numbers = Array.from({ length: PAGES }, (_, index) => `/page-${index}-of-many`)
const largeSite = () =>
  startWebSite({
    '/sitemap.xml': `<urlset>${numbers.map((path) => `<url><loc>{url}${path}</loc></url>`).join('')}</urlset>`,
    '/': sitePage({ title: 'Start', text: words('the beginning') }),
    ...Object.fromEntries(numbers.map((path) => [path, sitePage({ title: path, text: words(path) })])),
  })

beforeAll(async () => {
  large = [await largeSite(), await largeSite(), await largeSite()]
  small = await startWebSite({
    '/': sitePage({ title: 'Start', text: words('small things'), links: ['/a'] }),
    '/a': sitePage({ title: 'A', text: words('apples') }),
  })
  const all = [...large, small]
  afterAll(() => Promise.all(all.map((site) => site.close())))
  app = await createTestApp(
    { BILLING: 'off', OUTBOUND_ALLOW_HOSTS: all.map(({ host }) => host).join(',') },
    { work: true },
  )
  app.core.knowledge.services.turnMs = 500
})

type Tenant = Awaited<ReturnType<typeof knowledgeTenant>>
const runOf = async ({ call }: Tenant, id: string) => {
  const { items } = await call<{ items: WebsiteRun[] }>('websites/runs', { id })
  return items[0]
}
const untilDone = ({ call }: Tenant, id: string, done: number) =>
  vi.waitFor(async () => {
    const { items } = await call<{ items: WebsiteRun[] }>('websites/runs', { id })
    expect(items[0]?.done).toBeGreaterThan(done)
  }, soon)
const add = ({ call }: Tenant, url: string) => call<Website>('websites/add', { url, scope: 'site' })

describe('concurrent crawls', () => {
  it('read a third workspace while two large ones are in progress and continue later', async () => {
    const [first, second, third] = [await knowledgeTenant(app), await knowledgeTenant(app), await knowledgeTenant(app)]
    const one = await add(first, large[0]?.url ?? '')
    const two = await add(second, large[1]?.url ?? '')
    await untilDone(first, one.id, 8)
    await untilDone(second, two.id, 8)
    const three = await add(third, small.url)
    expect(await third.ended(three.id)).toMatchObject({ state: 'completed', added: 2 })
    for (const [tenant, { id }] of [
      [first, one],
      [second, two],
    ] as const) {
      const run = await runOf(tenant, id)
      expect(run?.ended_at, 'the large crawl is still under way').toBe(null)
      await untilDone(tenant, id, (run?.done ?? 0) + 4)
      await tenant.call('websites/stop', { id })
      const asked = (large[tenant === first ? 0 : 1]?.asked ?? []).filter(({ path }) => path.startsWith('/page-'))
      const distinct = new Set(asked.map(({ path }) => path))
      // A turn that ends asks at most its open requests again.
      expect(asked.length - distinct.size).toBeLessThan(distinct.size)
    }
  })

  it('can be paused, resumed at their position, and stopped, and keep what was read', async () => {
    const tenant = await knowledgeTenant(app)
    const { call, rpc, pages, search } = tenant
    const site = large[2]
    const { id } = await add(tenant, site?.url ?? '')
    await untilDone(tenant, id, 8)
    expect(await call<Website>('websites/pause', { id })).toMatchObject({ run: { state: 'paused' } })
    // Open requests end first.
    let before = -1
    await vi.waitFor(() => {
      const asked = site?.asked.length ?? 0
      const isQuiet = asked === before
      before = asked
      expect(isQuiet).toBe(true)
    }, soon)
    const paused = await runOf(tenant, id)
    expect(paused).toMatchObject({ state: 'paused', ended_at: null })
    // A paused crawl is not started again by a sync.
    await call('websites/sync', { id })
    expect(await runOf(tenant, id)).toMatchObject({ id: paused?.id, state: 'paused' })
    expect((await rpc('websites/pause', { id })).status).toBe(409)

    const firstPages = site?.asked.filter(({ path }) => path.startsWith('/page-')).map(({ path }) => path) ?? []
    await call('websites/resume', { id })
    await untilDone(tenant, id, (paused?.done ?? 0) + 8)
    expect(await call<Website>('websites/stop', { id })).toMatchObject({ run: { state: 'stopped' } })
    const stopped = await runOf(tenant, id)
    expect(stopped).toMatchObject({ id: paused?.id, state: 'stopped', ended_at: expect.any(String) })
    const again = site?.asked.slice(firstPages.length).filter(({ path }) => firstPages.slice(0, 8).includes(path))
    expect(again?.length, 'pages that were read are not asked for again').toBeLessThanOrEqual(8)
    const states = [...(await pages(id)).values()].map(({ state }) => state)
    expect(states).not.toContain('queued')
    expect((await search('page-0-of-many')).length).toBeGreaterThan(0)
    expect((await rpc('websites/stop', { id })).status).toBe(409)
    expect((await rpc('websites/resume', { id })).status).toBe(409)
  })

  it('read pages that match the patterns, and remove others', async () => {
    const tenant = await knowledgeTenant(app)
    const { call, ended, pages } = tenant
    const { id } = await call<Website>('websites/add', {
      url: small.url,
      scope: 'site',
      include: [`${small.url}/a*`],
    })
    expect(await ended(id)).toMatchObject({ state: 'completed', added: 1 })
    const states = async () => [...(await pages(id)).values()].map(({ url, state }) => [url, state]).sort()
    expect(await states()).toEqual([
      [`${small.url}/`, 'skipped'],
      [`${small.url}/a`, 'ready'],
    ])
    expect(await call('websites/addresses', { id })).toEqual({
      addresses: [`${small.url}/`, `${small.url}/a`],
      total: 2,
    })
    expect(await call<Website>('websites/update', { id, include: [], exclude: ['/a$'] })).toMatchObject({
      include: [],
      exclude: ['/a$'],
    })
    expect(await ended(id, 2)).toMatchObject({ added: 1, removed: 1 })
    expect(await states()).toEqual([
      [`${small.url}/`, 'ready'],
      [`${small.url}/a`, 'skipped'],
    ])
  })
})
