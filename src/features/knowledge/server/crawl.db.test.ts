import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app/test-app.ts'
import { knowledgeTenant, soon } from '../../../../tests/support/content/knowledge-tenant.ts'
import { longText, MAZE, MAZE_LEDGER, words } from '../../../../tests/support/websites/maze-site.ts'
import { type SitePage, sitePage, startWebSite, type WebSite } from '../../../../tests/support/websites/web-site.ts'
import type { Source, Website } from '../contract.ts'

let site: WebSite
let app: TestApp
const more: WebSite[] = []
/** Another website; allowed from the beginning, since what may be reached is settled at the start. */
const spare = () => more.shift() ?? never()
const never = (): never => {
  throw new Error('there are no more websites')
}

beforeAll(async () => {
  site = await startWebSite(MAZE)
  for (let index = 0; index < 4; index++) more.push(await startWebSite({}))
  const all = [site, ...more]
  afterAll(() => Promise.all(all.map((one) => one.close())))
  app = await createTestApp(
    { BILLING: 'off', OUTBOUND_ALLOW_HOSTS: all.map(({ host }) => host).join(',') },
    { work: true },
  )
  app.core.knowledge.services.timeLimitMs = 4_000
})

const tenant = () => knowledgeTenant(app)

describe('a website', () => {
  it('is read completely, with one row and outcome per address', async () => {
    const { call, read, pages, search } = await tenant()
    const { id, run } = await read(site.url)
    expect(run).toMatchObject({
      state: 'completed',
      reason: '5 pages could not be read. Their last version is still used for answers.',
      failed: 5,
    })
    const found = await pages(id)
    const ledger = [...found]
      .filter(([url]) => !url?.includes('/events'))
      .map(([url, { state, reason }]) => [url?.slice(site.url.length), state, reason?.replaceAll(site.url, '') ?? null])
      .sort()
    expect(ledger).toEqual(MAZE_LEDGER)
    const events = [...found.values()].filter(({ url }) => url?.includes('/events'))
    expect(events.filter(({ state }) => state === 'ready')).toHaveLength(50)
    expect(events.filter(({ reason }) => reason === 'There are more than 50 addresses like it.')).toHaveLength(10)
    expect(site.asked.map(({ path }) => path)).not.toContain('/private/plan')
    expect(site.asked.every(({ headers }) => headers['user-agent'] === 'AnswerloomBot/1.0')).toBe(true)

    const [hit] = await search('washing linen')
    expect(hit).toMatchObject({
      kind: 'chunk',
      title: 'Care',
      url: expect.stringContaining(`${site.url}/care#:~:text=`),
    })
    const [storm] = await search('hammock in a storm')
    expect(storm).toMatchObject({
      title: 'guide.pdf · Storm (page 2)',
      url: expect.stringContaining(`${site.url}/guide.pdf#page=2:~:text=`),
    })
    const { text } = await call<{ text: string }>('readSource', { id: found.get(`${site.url}/old-words`)?.id })
    expect(text).toContain('Maße')
    expect(text).not.toMatch(/Home|Woven Goods$/)
  })

  it('is read again: keeps unchanged pages, replaces changed ones, and removes deleted ones despite failures', async () => {
    const { owner, read, again, pages, call, search } = await tenant()
    const own = spare()
    const link = (text: string) => sitePage({ title: 'Start', text, links: ['/a', '/b', '/c'] })
    own.pages.set('/', link(words('the start')))
    const etags = (request: { headers: { 'if-none-match'?: string } }, etag: string, page: SitePage): SitePage =>
      request.headers['if-none-match'] === etag ? { status: 304 } : { headers: { etag }, body: page as string }
    own.pages.set('/a', (request) => etags(request, '"a1"', sitePage({ title: 'A', text: words('apples') })))
    own.pages.set('/b', sitePage({ title: 'B', text: words('bread') }))
    own.pages.set('/c', sitePage({ title: 'C', text: words('cheese') }))
    const { id, run } = await read(own.url)
    expect(run).toMatchObject({ state: 'completed', added: 4, changed: 0, unchanged: 0, failed: 0, reason: null })
    const first = await pages(id)

    expect(await again(id, 2)).toMatchObject({ added: 0, changed: 0, unchanged: 4, removed: 0 })
    expect((await pages(id)).get(`${own.url}/a`)?.updated_at).toBe(first.get(`${own.url}/a`)?.updated_at)

    own.pages.set('/b', sitePage({ title: 'B', text: words('brioche') }))
    own.pages.set('/c', { status: 500 })
    own.pages.delete('/a')
    expect(await again(id, 3)).toMatchObject({ changed: 1, failed: 1, removed: 1 })
    expect((await search('brioche'))[0]?.url?.split('#')[0]).toBe(`${own.url}/b`)
    expect(await search('bread')).toEqual([])
    expect((await search('cheese'))[0]?.url?.split('#')[0]).toBe(`${own.url}/c`)
    expect(await search('apples')).toEqual([])
    expect((await pages(id)).has(`${own.url}/a`)).toBe(false)
    expect((await pages(id)).get(`${own.url}/c`)).toMatchObject({
      state: 'ready',
      reason: expect.stringMatching(/still used for answers/),
    })

    // Unreadable responses of the website do not block the crawl.
    own.pages.set('/c', { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.7 and nothing more' })
    expect(await again(id, 4)).toMatchObject({ failed: 1, removed: 0 })
    expect((await search('cheese'))[0]?.url?.split('#')[0]).toBe(`${own.url}/c`)
    // The link to the removed page is broken.
    expect((await pages(id)).get(`${own.url}/a`)).toMatchObject({ state: 'failed', reason: 'Page not found (404).' })

    // A website that fails altogether takes nothing away.
    own.pages.set('/', { status: 404 })
    expect(await again(id, 5)).toMatchObject({ state: 'failed', reason: expect.stringMatching(/\(404\)/) })
    expect((await search('brioche'))[0]?.url?.split('#')[0]).toBe(`${own.url}/b`)

    // Excluded pages stay away; Retry takes them back.
    own.pages.set('/', link(words('the start')))
    const b = (await pages(id)).get(`${own.url}/b`)
    await call('deleteSource', { id: b?.id })
    expect(await search('brioche')).toEqual([])
    await again(id, 6)
    expect((await pages(id)).get(`${own.url}/b`)).toMatchObject({ state: 'excluded', chunk_count: 0 })
    expect(await call<Source>('retrySource', { id: b?.id })).toMatchObject({ state: 'queued' })
    await vi.waitFor(async () => expect((await search('brioche'))[0]?.url?.split('#')[0]).toBe(`${own.url}/b`), soon)

    await call('websites/delete', { id })
    expect(await search('brioche')).toEqual([])
    expect(await app.rows(`select 1 from sources where website_id = '${id}'`)).toEqual([])
    expect(await app.rows(`select 1 from website_runs where website_id = '${id}'`)).toEqual([])
    expect(
      await app.rows(
        `select 1 from knowledge_chunks where workspace_id = '${owner.workspaceId}' and source_type = 'url'`,
      ),
    ).toEqual([])
  })

  it('is read by section or page, with a delay, and with retries when it is busy', async () => {
    const { read, pages } = await tenant()
    const own = spare()
    let busy = 2
    own.pages.set('/robots.txt', 'User-agent: AnswerloomBot\nCrawl-delay: 0.05\nAllow: /')
    own.pages.set(
      '/docs/',
      sitePage({ title: 'Docs', text: words('documents'), links: ['/docs/busy', '/blog', '/docs-old'] }),
    )
    own.pages.set('/docs/busy', () =>
      busy-- > 0
        ? { status: 429, headers: { 'retry-after': '0' } }
        : sitePage({ title: 'Busy', text: words('queues') }),
    )
    own.pages.set('/blog', sitePage({ title: 'Blog', text: words('news') }))
    const section = await read(`${own.url}/docs/`, 'section')
    expect(section.run).toMatchObject({ state: 'completed', added: 2, failed: 0 })
    expect([...(await pages(section.id)).keys()].sort()).toEqual([`${own.url}/docs/`, `${own.url}/docs/busy`])
    const page = await read(`${own.url}/blog`, 'page')
    expect([...(await pages(page.id)).keys()]).toEqual([`${own.url}/blog`])
  })

  it('keeps the page found first of two with the same text, even if it is read last', async () => {
    const { call, ended, pages, search } = await tenant()
    const own = spare()
    const { promise: laterAreRead, resolve: answerEarlier } = Promise.withResolvers<void>()
    const [same, near] = [words('plain weave'), longText('first')]
    const links = ['/a', '/b', '/late-a', '/late-b', '/c?view=print', '/c']
    own.pages.set('/', sitePage({ title: 'Start', text: words('order'), links }))
    own.pages.set('/a', { body: sitePage({ title: 'Weave', text: same }), after: laterAreRead })
    own.pages.set('/b', { body: sitePage({ title: 'Threads', text: longText('second') }), after: laterAreRead })
    own.pages.set('/late-a', sitePage({ title: 'Weave', text: same }))
    own.pages.set('/late-b', sitePage({ title: 'Threads', text: near }))
    for (const path of ['/c?view=print', '/c']) own.pages.set(path, sitePage({ title: 'Felt', text: words('felting') }))
    const { id } = await call<Website>('websites/add', { url: own.url })
    const stateOf = async (path: string) => (await pages(id)).get(`${own.url}${path}`)?.state
    await vi.waitFor(
      async () => expect([await stateOf('/late-a'), await stateOf('/late-b')]).toEqual(['ready', 'ready']),
      soon,
    )
    answerEarlier()
    expect(await ended(id)).toMatchObject({ state: 'completed', added: 4, skipped: 3, removed: 0 })
    const found = await pages(id)
    const outcomes = links.map((path) => {
      const { state, reason = null } = found.get(`${own.url}${path}`) ?? {}
      return [path, state, reason?.replaceAll(own.url, '') ?? null]
    })
    expect(outcomes).toEqual([
      ['/a', 'ready', null],
      ['/b', 'ready', null],
      ['/late-a', 'skipped', 'Duplicate of /a.'],
      ['/late-b', 'skipped', 'Nearly a duplicate of /b.'],
      ['/c?view=print', 'skipped', 'Duplicate of /c.'],
      ['/c', 'ready', null],
    ])
    const results = (await search('plain weave')).map(({ url }) => url?.split('#')[0])
    expect(results[0]).toBe(`${own.url}/a`)
    expect(results).not.toContain(`${own.url}/late-a`)
  })

  it('has a reason when it cannot be read', async () => {
    const { read, rpc, ended, call } = await tenant()
    const own = spare()
    own.pages.set('/', { status: 302, headers: { location: 'http://elsewhere.example/' } })
    expect((await read(own.url)).run).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/another website, elsewhere\.example/),
    })
    expect(await rpc('websites/add', { url: own.url })).toMatchObject({
      status: 409,
      body: { json: { data: { message: 'This URL has already been scraped and added to your knowledge base.' } } },
    })
    expect(await rpc('websites/add', { url: 'no address' })).toMatchObject({
      status: 400,
      body: { json: { data: { message: 'Please enter a valid URL' } } },
    })
    own.pages.set('/robots.txt', { status: 500 })
    const other = await call<Website>('websites/add', { url: `${own.url}/docs`, scope: 'section' })
    expect(await ended(other.id)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/robots\.txt.*\(500\)/),
    })
    own.pages.set('/robots.txt', 'User-agent: *\nDisallow: /')
    own.pages.set('/', 'x')
    const closed = await call<Website>('websites/add', { url: `${own.url}/closed`, scope: 'page' })
    own.pages.set('/closed', 'x')
    expect(await ended(closed.id)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/robots\.txt does not allow/),
    })
  })
})

describe('a new workspace', () => {
  it('has its website queued, is named after it, and reports its progress', async () => {
    const { call, ended } = await tenant()
    const [website] = (await call<{ items: Website[] }>('websites/list')).items
    expect(website).toMatchObject({ name: 'Woven Website', url: 'https://woven.invalid', scope: 'site' })
    expect(website?.run?.state).toMatch(/queued|running|failed/)
    expect(await ended(website?.id ?? '')).toMatchObject({
      state: 'failed',
      reason: 'That address could not be reached.',
    })
  })

  it('gives up an address of which nothing could be read for another spelling of it', async () => {
    const { call, rpc, ended } = await tenant()
    const [website] = (await call<{ items: Website[] }>('websites/list')).items
    await ended(website?.id ?? '')
    expect(await rpc('websites/add', { url: 'https://woven.invalid' })).toMatchObject({ status: 409 })
    await call('websites/add', { url: 'http://woven.invalid' })
    const { items } = await call<{ items: Website[] }>('websites/list')
    expect(items.map(({ url }) => url)).toEqual(['http://woven.invalid'])
  })
})
