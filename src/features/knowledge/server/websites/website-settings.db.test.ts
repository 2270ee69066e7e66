// Settings of sources: size and schedule of crawls, priority, links.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../../tests/support/app/test-app.ts'
import { knowledgeTenant } from '../../../../../tests/support/content/knowledge-tenant.ts'
import { sitePage, startWebSite, type WebSite } from '../../../../../tests/support/websites/web-site.ts'
import { type Source, WEBSITES_MAX, type Website, type WebsitePreview } from '../../contract.ts'
import { tendSourcesJob } from '../tend-sources.job.ts'

let site: WebSite
let app: TestApp

const numbers = (n: number) => Array.from({ length: n }, (_, index) => index + 1)

beforeAll(async () => {
  const paths = [...numbers(30).map((n) => `/docs/part-${n}`), ...numbers(4).map((n) => `/blog/post-${n}`)]
  site = await startWebSite({
    '/robots.txt': 'User-agent: *\nDisallow: /private/\nSitemap: {url}/sitemap.xml',
    '/sitemap.xml': `<urlset>${[...paths, '/private/plan', '/logo.png'].map((path) => `<url><loc>{url}${path}</loc></url>`).join('')}</urlset>`,
    '/': sitePage({ title: 'Start', text: 'Where everything about looms begins.', links: ['/about'] }),
    '/about': sitePage({ title: 'About', text: 'Who we are and what we weave.' }),
    ...Object.fromEntries(
      paths.map((path) => [
        path,
        sitePage({ title: path, text: `All that there is to say about ${path} is said here.` }),
      ]),
    ),
  })
  afterAll(() => site.close())
  app = await createTestApp({ BILLING: 'off', OUTBOUND_ALLOW_HOSTS: site.host }, { work: true })
})

describe('the preview of a website', () => {
  it('counts its pages, in total and by section, and stores nothing', async () => {
    const { call, rpc } = await knowledgeTenant(app)
    const preview = await call<WebsitePreview>('websites/preview', { url: site.url })
    expect(preview).toMatchObject({
      url: `${site.url}/`,
      problem: null,
      pages: 36,
      left_out: 2,
      complete: true,
      pages_of_plan: 5_000,
    })
    expect(preview.sections.map(({ path, pages }) => [path, pages])).toEqual([
      ['/docs/', 30],
      ['/blog/', 4],
    ])
    expect(preview.addresses).toHaveLength(36)
    expect((await call<{ items: Website[] }>('websites/list')).items).toHaveLength(1)
    // Hardly anything was asked for: the sitemap says it all.
    expect(site.asked.filter(({ path }) => path.startsWith('/docs/'))).toEqual([])

    const look = (url: string) => call<WebsitePreview>('websites/preview', { url })
    expect(await look('http://10.0.0.1/')).toMatchObject({
      pages: 0,
      problem: 'This address cannot be reached from here: only public websites can.',
    })
    expect((await look(`${site.url}/private/`)).problem).toMatch(/robots\.txt does not allow/)
    const { status, body } = await rpc('websites/preview', { url: 'no address' })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('Please enter a valid URL')])
  })

  it('requests no known pages and nothing beyond the limit', async () => {
    const { call, rpc, ended } = await knowledgeTenant(app)
    const { id } = await call<Website>('websites/add', { url: `${site.url}/about`, scope: 'page' })
    await ended(id)
    const asked = site.asked.length
    const refused = async (url: string) => {
      const { status, body } = await rpc('websites/preview', { url })
      const { json } = body as { json: { data?: { code: string; message: string; details: unknown } } }
      return { status, ...json.data }
    }
    const { host } = new URL(site.url)
    for (const url of [`${site.url}/about`, `${site.url}/about/`, `https://${host}/about#team`])
      expect(await refused(url), url).toMatchObject({
        status: 409,
        code: 'website.exists',
        message: 'This URL has already been scraped and added to your knowledge base.',
        details: { title: 'URL Already Exists' },
      })
    const { items } = await call<{ items: Website[] }>('websites/list')
    for (const n of numbers(WEBSITES_MAX - items.length))
      await app.rows(
        `insert into websites (workspace_id, id, url, name, scope)
         select workspace_id, gen_random_uuid(), 'https://${n}.woven.invalid', 'Website', 'page' from websites where id = '${id}' returning id`,
      )
    expect(await refused(`${site.url}/docs/part-1`)).toMatchObject({ code: 'limit.websites' })
    expect(site.asked.length, 'nothing was fetched').toBe(asked)
  })

  it('limits a crawl to a section and a number of pages', async () => {
    const { call, ended, pages } = await knowledgeTenant(app)
    const { sections } = await call<WebsitePreview>('websites/preview', { url: site.url })
    const [docs] = sections
    const { id } = await call<Website>('websites/add', { url: docs?.url, scope: 'section', pages_max: 5 })
    const run = await ended(id)
    expect(run).toMatchObject({ state: 'completed', added: 5, skipped: 25, failed: 0 })
    expect(run.found).toBe(run.added + run.skipped)
    const states = [...(await pages(id)).values()].map(({ url, state, reason }) => [
      new URL(url ?? '').pathname.startsWith('/docs/'),
      state,
      reason,
    ])
    expect(states.filter(([, state]) => state === 'ready')).toHaveLength(5)
    expect(new Set(states.filter(([, state]) => state === 'skipped').map(([, , reason]) => reason))).toEqual(
      new Set(['It is over the limit of 5 pages for a website.']),
    )
    expect(states.every(([isDocs]) => isDocs)).toBe(true)

    const waiting = async () => {
      const { items } = await call<{ items: Website[] }>('websites/list')
      return items.find((website) => website.id === id)?.waiting.limit
    }
    expect(await waiting()).toBe(25)
    // A changed limit is applied at once; the pages that wait keep their rows.
    expect(await call<Website>('websites/update', { id, pages_max: 2 })).toMatchObject({ pages_max: 2 })
    expect(await ended(id, 2)).toMatchObject({ unchanged: 2, removed: 3, failed: 0 })
    expect(await waiting()).toBe(28)
    await call('websites/update', { id, pages_max: null })
    expect(await ended(id, 3)).toMatchObject({ added: 28, unchanged: 2 })
    expect(await waiting()).toBe(0)
  })
})

describe('the schedule of a website', () => {
  it('is set for each, and due websites are read, but not those that are read on request', async () => {
    const { call, read, ended, owner } = await knowledgeTenant(app)
    const { id } = await read(`${site.url}/about`, 'page')
    const at = async () => {
      const { items } = await call<{ items: Website[] }>('websites/list')
      const next = items.find((website) => website.id === id)?.next_sync_at
      return next ? Math.round((Date.parse(next) - Date.now()) / 3_600_000) : null
    }
    expect(await at()).toBe(24)
    await call('websites/update', { id, sync_every: 'week' })
    expect(await at()).toBe(7 * 24)
    await call('websites/update', { id, sync_every: 'never', name: 'About us' })
    expect(await at()).toBe(null)
    const tend = () =>
      tendSourcesJob(app.core.knowledge.services).handler(
        {},
        { signal: new AbortController().signal, attempt: 1, final: false, jobId: 'x' },
      )
    await tend()
    const { items: runs } = await call<{ items: unknown[] }>('websites/runs', { id })
    expect(runs).toHaveLength(1)
    await call('websites/update', { id, sync_every: 'month' })
    await app.rows(
      `update websites set next_sync_at = now() - interval '1 minute' where id = '${id}' and workspace_id = '${owner.workspaceId}' returning 1`,
    )
    await tend()
    await ended(id, 2)
    expect(await at()).toBeGreaterThan(27 * 24)
  })
})

describe('the priority and visibility of a website', () => {
  it('decide between equal sources, and hide addresses from visitors', async () => {
    const { call, read, search, pages } = await knowledgeTenant(app)
    const says = 'The kiln is fired on Fridays at noon, and it cools down until Monday.'
    const { ids } = await call<{ ids: string[] }>('createTexts', {
      items: [
        { title: 'Kiln times', content: says, url: 'https://woven.example/kiln' },
        { title: 'Kiln times', content: `${says} Bring your own clay.`, url: 'https://woven.example/clay' },
      ],
    })
    const order = async () => (await search('When is the kiln fired?')).map(({ source_id }) => source_id)
    const first = (await order())[0]
    const other = ids.find((id) => id !== first) ?? ''
    expect(await call<Source>('updateSource', { id: other, priority: 'high' })).toMatchObject({ priority: 'high' })
    expect((await order())[0]).toBe(other)
    await call('updateSource', { id: other, priority: 'low' })
    expect((await order())[0]).toBe(first)
    expect((await search('kiln fired')).map(({ url }) => url?.startsWith('https://woven.example/'))).toEqual([
      true,
      true,
    ])
    await call('updateSource', { id: other, visibility: 'quoted' })
    expect((await search('bring your own clay'))[0]).toMatchObject({ source_id: other, url: null })

    const { id } = await read(`${site.url}/about`, 'page')
    expect((await search('who weaves'))[0]?.url?.split('#')[0]).toBe(`${site.url}/about`)
    await call('websites/update', { id, visibility: 'quoted', priority: 'high' })
    expect((await search('who weaves'))[0]?.url).toBe(null)
    const page = (await pages(id)).get(`${site.url}/about`)
    expect(page).toMatchObject({ visibility: 'quoted', priority: 'high' })
    await expect(call('updateSource', { id: page?.id, priority: 'low' })).rejects.toThrow(/source\.of_website/)
  })
})
