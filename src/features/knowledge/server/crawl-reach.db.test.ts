// Crawls reach nothing internal, regardless of names and redirects, and can end at any moment.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app/test-app.ts'
import { knowledgeTenant } from '../../../../tests/support/content/knowledge-tenant.ts'
import { sitePage, startWebSite, type WebSite } from '../../../../tests/support/websites/web-site.ts'
import type { Website, WebsiteRun } from '../contract.ts'
import { crawlWebsiteJob } from './crawl-website.job.ts'

let inside: WebSite
let own: WebSite
let app: TestApp
let tenant: Awaited<ReturnType<typeof knowledgeTenant>>

beforeAll(async () => {
  inside = await startWebSite({ '/': sitePage({ title: 'Inside', text: 'Nobody outside may read this.' }) })
  own = await startWebSite({})
  afterAll(() => Promise.all([inside.close(), own.close()]))
  app = await createTestApp({ BILLING: 'off', OUTBOUND_ALLOW_HOSTS: own.host }, { work: true })
  tenant = await knowledgeTenant(app)
})

const BLOCKED = 'This address cannot be reached from here: only public websites can.'

describe('a website that is not public is not requested', () => {
  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0177.0.0.1/',
    'http://0.0.0.0/',
    'http://10.0.0.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://172.16.0.1/',
    'http://192.168.0.1/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://localhost/',
    'http://example.com:22/',
  ])('%s', async (url) => {
    const { id, run } = await tenant.read(url)
    expect(run).toMatchObject({ state: 'failed', reason: BLOCKED })
    await tenant.call('websites/delete', { id })
  })

  it('by a port on this machine', async () => {
    expect((await tenant.read(inside.url)).run).toMatchObject({ state: 'failed', reason: BLOCKED })
    expect(inside.asked).toEqual([])
  })
})

describe('a public website does not lead to internal addresses', () => {
  it('by a link, a redirect, a canonical address or a sitemap', async () => {
    const links = ['/inside', '/proper', '/refresh', `${inside.url}/`, 'http://169.254.169.254/latest/']
    own.pages.set('/', sitePage({ title: 'Start', text: 'A page with words about doors, and nothing else.', links }))
    own.pages.set('/inside', { status: 302, headers: { location: `${inside.url}/` } })
    own.pages.set('/proper', sitePage({ title: 'P', text: 'x', head: `<link rel="canonical" href="${inside.url}/">` }))
    own.pages.set('/refresh', `<meta http-equiv="refresh" content="0;url=${inside.url}/">`)
    own.pages.set('/robots.txt', `User-agent: *\nSitemap: ${inside.url}/map.xml`)
    const { id, run } = await tenant.read(own.url)
    expect(run).toMatchObject({ state: 'completed', failed: 0 })
    const ledger = [...(await tenant.pages(id)).values()].map(({ url, state, reason }) => [url, state, reason]).sort()
    expect(ledger).toEqual([
      [`${own.url}/`, 'ready', null],
      [`${own.url}/inside`, 'skipped', `It redirects to another website, ${inside.host}.`],
      [`${own.url}/proper`, 'ready', null],
      [`${own.url}/refresh`, 'skipped', `It redirects to another website, ${inside.host}.`],
    ])
    expect(inside.asked).toEqual([])
  })
})

describe('a crawl that is killed halfway', () => {
  it('restarts as the same crawl, and saves each page once', async () => {
    const site = await startWebSite({})
    afterAll(() => site.close())
    const idle = await createTestApp({ BILLING: 'off', OUTBOUND_ALLOW_HOSTS: site.host })
    const { owner, call, pages, search } = await knowledgeTenant(idle)
    const killed = new AbortController()
    const text = (about: string) => `All there is to know about ${about} stands here, in words of its own.`
    site.pages.set('/', sitePage({ title: 'Start', text: text('looms'), links: ['/a', '/b', '/c'] }))
    site.pages.set('/a', sitePage({ title: 'A', text: text('apples') }))
    site.pages.set('/b', () => {
      killed.abort(new Error('killed'))
      return sitePage({ title: 'B', text: text('bread') })
    })
    site.pages.set('/c', sitePage({ title: 'C', text: text('cheese') }))
    const [first] = (await call<{ items: Website[] }>('websites/list')).items
    await call('websites/delete', { id: first?.id })
    const { id } = await call<Website>('websites/add', { url: site.url, scope: 'site' })
    const job = crawlWebsiteJob(idle.core.knowledge.services)
    const payload = { workspace_id: owner.workspaceId }
    await expect(
      job.handler(payload, { signal: killed.signal, attempt: 1, final: false, jobId: 'x' }),
    ).rejects.toThrow()
    const { items: during } = await call<{ items: WebsiteRun[] }>('websites/runs', { id })
    expect(during).toMatchObject([{ state: 'running', ended_at: null }])

    await job.handler(payload, { signal: new AbortController().signal, attempt: 2, final: false, jobId: 'x' })
    const { items } = await call<{ items: WebsiteRun[] }>('websites/runs', { id })
    expect(items).toMatchObject([{ id: during[0]?.id, state: 'completed', failed: 0 }])
    const ledger = [...(await pages(id)).values()]
    expect(ledger.map(({ state, chunk_count }) => [state, chunk_count])).toEqual(
      Array.from({ length: 4 }, () => ['ready', 1]),
    )
    for (const about of ['apples', 'bread', 'cheese']) expect(await search(about)).toHaveLength(1)
  })
})
