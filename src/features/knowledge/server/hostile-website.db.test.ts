// A website that misleads a crawl: what a sync keeps, removes, brings back and leaves waiting.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app/test-app.ts'
import { knowledgeTenant, soon } from '../../../../tests/support/content/knowledge-tenant.ts'
import { words } from '../../../../tests/support/websites/maze-site.ts'
import { type SitePage, sitePage, startWebSite, type WebSite } from '../../../../tests/support/websites/web-site.ts'
import type { Source, Website } from '../contract.ts'
import { Unreadable } from './parsing/unreadable.ts'
import { tendSourcesJob } from './tend-sources.job.ts'

let app: TestApp
const sites: WebSite[] = []
const nextSite = (): WebSite => {
  const site = sites.shift()
  if (!site) throw new Error('there are no more websites')
  return site
}

beforeAll(async () => {
  for (let index = 0; index < 10; index++) sites.push(await startWebSite({}))
  const all = [...sites]
  afterAll(() => Promise.all(all.map((site) => site.close())))
  app = await createTestApp(
    { BILLING: 'off', OUTBOUND_ALLOW_HOSTS: all.map(({ host }) => host).join(',') },
    { work: true },
  )
  app.core.knowledge.services.timeLimitMs = 4_000
})

/** A page that answers 304 to its ETag. */
const cached =
  (etag: string, page: string): SitePage =>
  (request) =>
    request.headers['if-none-match'] === etag ? { status: 304 } : { headers: { etag }, body: page }
const article = (title: string, about: string, links: string[] = [], head = '') =>
  sitePage({ title, text: words(about), links, head })
const stateOf = (pages: Map<string | null, Source>, url: string) => {
  const page = pages.get(url)
  return page && [page.state, page.reason]
}

describe('a crawl of a difficult website', () => {
  it('keeps the links of unchanged pages, and restores a repaired page', async () => {
    const { read, again, pages, search } = await knowledgeTenant(app)
    const site = nextSite()
    site.pages.set('/', cached('"1"', article('Start', 'the beginning', ['/a', '/closed'])))
    site.pages.set('/a', article('A', 'apples'))
    site.pages.set('/closed', { status: 403 })
    const { id } = await read(site.url)
    expect((await search('apples'))[0]?.url?.split('#')[0]).toBe(`${site.url}/a`)

    site.pages.delete('/a')
    expect(await again(id, 2)).toMatchObject({ removed: 1, unchanged: 1 })
    expect(await search('apples')).toEqual([])
    expect((await pages(id)).has(`${site.url}/a`)).toBe(false)
    // The row of a page that was never read stays although the page with its link is unchanged.
    expect(stateOf(await pages(id), `${site.url}/closed`)).toEqual(['skipped', 'It is not public (403).'])

    site.pages.set('/a', article('A', 'apples'))
    site.pages.set('/closed', article('Opened', 'open doors'))
    expect(await again(id, 3)).toMatchObject({ added: 2, unchanged: 1 })
    expect((await search('apples'))[0]?.url?.split('#')[0]).toBe(`${site.url}/a`)
    expect((await search('open doors'))[0]?.url?.split('#')[0]).toBe(`${site.url}/closed`)
  })

  it('removes only pages that return 404 or 410, and keeps the rows and answers of all others', async () => {
    const { read, again, pages, search } = await knowledgeTenant(app)
    const site = nextSite()
    const names = ['gone', 'broken', 'slow', 'private', 'login', 'moved', 'unlinked', 'hidden', 'soft']
    site.pages.set(
      '/',
      article(
        'Start',
        'the beginning',
        names.map((name) => `/${name}`),
      ),
    )
    for (const name of names) site.pages.set(`/${name}`, article(name, `the subject ${name}`))
    const { id, run } = await read(site.url)
    expect(run).toMatchObject({ added: 10, failed: 0 })

    site.pages.set(
      '/',
      article(
        'Start',
        'the beginning',
        names.filter((name) => name !== 'unlinked').map((name) => `/${name}`),
      ),
    )
    site.pages.set('/gone', { status: 410 })
    site.pages.set('/broken', { status: 500 })
    site.pages.set('/slow', { hangs: true })
    site.pages.set('/private', { status: 401 })
    site.pages.set('/login', '<title>Members</title><main><h1>Members</h1><form><input type="password"></form></main>')
    site.pages.set('/moved', { status: 302, headers: { location: '/nowhere' } })
    site.pages.set('/hidden', article('hidden', 'the subject hidden', [], '<meta name="robots" content="noindex">'))
    site.pages.set('/soft', '<title>Page not found</title><main><h1>Page not found</h1><p>Go home.</p></main>')
    expect(await again(id, 2)).toMatchObject({ removed: 3, failed: 2 })
    const found = await pages(id)
    const used = 'The last version that was read is still used for answers.'
    const ledger = Object.fromEntries(names.map((name) => [name, stateOf(found, `${site.url}/${name}`)]))
    expect(ledger).toEqual({
      gone: undefined,
      broken: ['ready', `The website answered with an error (500). ${used}`],
      slow: ['ready', `That address took too long to answer. ${used}`],
      private: ['ready', `It is not public (401). ${used}`],
      login: ['ready', `It asks visitors to sign in. ${used}`],
      moved: ['ready', `Redirects to ${site.url}/nowhere. ${used}`],
      unlinked: ['ready', null],
      hidden: ['skipped', 'It opts out of indexing (noindex).'],
      soft: ['skipped', 'It reports that there is no such page.'],
    })
    for (const name of ['broken', 'slow', 'private', 'login', 'moved', 'unlinked'])
      expect((await search(`subject ${name}`))[0]?.url?.split('#')[0], name).toBe(`${site.url}/${name}`)
    const answering = (await search('subject')).map(({ url }) => url?.split('#')[0])
    for (const name of ['gone', 'hidden', 'soft']) expect(answering).not.toContain(`${site.url}/${name}`)

    // Repaired pages come back; a moved page gives up its answers once its target is read.
    for (const name of ['broken', 'slow', 'private', 'login', 'hidden', 'soft'])
      site.pages.set(`/${name}`, article(name, `the subject ${name}`))
    site.pages.set('/nowhere', article('Somewhere', 'a new place'))
    expect(await again(id, 3)).toMatchObject({ added: 3, removed: 1, failed: 0 })
    const repaired = await pages(id)
    expect(stateOf(repaired, `${site.url}/soft`)).toEqual(['ready', null])
    expect(stateOf(repaired, `${site.url}/slow`)).toEqual(['ready', null])
    expect(stateOf(repaired, `${site.url}/moved`)).toEqual(['skipped', `Redirects to ${site.url}/nowhere.`])
  })

  it('keeps a page whose canonical address fails', async () => {
    const { read, again, pages, search } = await knowledgeTenant(app)
    const site = nextSite()
    const canonical = (to: string) => `<link rel="canonical" href="${to}">`
    site.pages.set('/', article('Start', 'the beginning', ['/print', '/sorted']))
    site.pages.set('/print', article('Print', 'printing', [], canonical('/missing')))
    site.pages.set('/sorted', article('Sorted', 'sorting', [], canonical('/list')))
    site.pages.set('/list', article('List', 'listing'))
    const { id } = await read(site.url)
    const found = await pages(id)
    expect(stateOf(found, `${site.url}/print`)).toEqual(['ready', null])
    expect(stateOf(found, `${site.url}/sorted`)).toEqual(['skipped', `Its canonical address is ${site.url}/list.`])
    expect((await search('printing'))[0]?.url?.split('#')[0]).toBe(`${site.url}/print`)
    site.pages.set('/list', { status: 500 })
    await again(id, 2)
    expect(stateOf(await pages(id), `${site.url}/list`)?.[0]).toBe('ready')
  })

  it('does not grow in a crawler trap', async () => {
    const { read, again, pages } = await knowledgeTenant(app)
    const site = nextSite()
    let turn = 0
    // Each time other dates and searches are linked.
    site.pages.set('/', () => {
      turn++
      const links = Array.from({ length: 80 }, (_, index) => `/search?q=${turn}x${index}`)
      return article('Start', 'the beginning', links)
    })
    const answer = site.pages.get.bind(site.pages)
    site.pages.get = (path) => (path.startsWith('/search') ? article(path, `results for ${path}`) : answer(path))
    const { id } = await read(site.url)
    const sizes = async () => {
      const found = [...(await pages(id)).values()]
      return [found.length, found.filter(({ state }) => state === 'ready').length]
    }
    const first = await sizes()
    expect(first[1]).toBe(51)
    for (const runs of [2, 3]) {
      await again(id, runs)
      expect(await sizes()).toEqual(first)
    }
  })

  it('keeps pages beyond the limit waiting, and reads them after the limit grows', async () => {
    const { read, again, pages, call, owner } = await knowledgeTenant(app)
    const site = nextSite()
    const links = Array.from({ length: 8 }, (_, index) => `/page-${'abcdefgh'[index]}`)
    site.pages.set('/', cached('"1"', article('Start', 'the beginning', links)))
    for (const path of links) site.pages.set(path, article(path, `the page ${path}`))
    const { id } = await read(site.url)
    const website = async () => (await call<{ items: Website[] }>('websites/list')).items.find((one) => one.id === id)
    const setLimit = (max: number | null) =>
      app.rows(`update websites set pages_max = ${max} where id = '${id}' returning 1`)
    await setLimit(4)
    await again(id, 2)
    expect(await website()).toMatchObject({ waiting: { limit: 5 }, pages: { ready: 4, skipped: 5 } })
    await again(id, 3)
    expect(await website()).toMatchObject({ waiting: { limit: 5 }, pages: { ready: 4, skipped: 5 } })

    // The plan grows, and the next check starts a crawl.
    await setLimit(null)
    const run = { signal: new AbortController().signal, attempt: 1, final: false, jobId: 'x' }
    await tendSourcesJob(app.core.knowledge.services).handler({}, run)
    await vi.waitFor(
      async () => expect(await website()).toMatchObject({ waiting: { limit: 0 }, pages: { ready: 9 } }),
      soon,
    )
    expect((await pages(id)).size).toBe(9)
    expect(owner.workspaceId).toBeTruthy()
  })

  it('treats / and /index.html as one website', async () => {
    const { read, rpc } = await knowledgeTenant(app)
    const site = nextSite()
    site.pages.set('/', article('Start', 'the beginning', ['/index.html']))
    site.pages.set('/index.html', article('Start', 'the beginning'))
    await read(site.url)
    for (const path of ['/index.html', '/index.php', '/'])
      expect(await rpc('websites/add', { url: `${site.url}${path}` }), path).toMatchObject({ status: 409 })
  })
})

describe('a page that takes too long', () => {
  it('is read once more at the end of the crawl by itself, and has a reason if it takes too long again', async () => {
    const { read, pages, search } = await knowledgeTenant(app)
    const site = nextSite()
    site.pages.set('/', article('Start', 'the beginning', ['/busy', '/endless']))
    site.pages.set('/busy', article('Busy', 'a busy machine'))
    site.pages.set('/endless', article('Endless', 'no end'))
    const { parser } = app.core.knowledge.services
    const readPage = parser.page
    const attempts = new Map<string, number>()
    parser.page = async (page, signal) => {
      const path = new URL(page.address ?? site.url).pathname
      const attempt = (attempts.get(path) ?? 0) + 1
      attempts.set(path, attempt)
      if (path === '/endless' || (path === '/busy' && attempt === 1))
        throw new Unreadable('Reading it took longer than 30 seconds.', { isTimeout: true })
      return readPage(page, signal)
    }
    const { id, run } = await read(site.url).finally(() => {
      parser.page = readPage
    })
    expect(run).toMatchObject({ added: 2, failed: 1 })
    const found = await pages(id)
    expect(stateOf(found, `${site.url}/busy`)).toEqual(['ready', null])
    expect(stateOf(found, `${site.url}/endless`)).toEqual(['failed', 'Reading it took longer than 30 seconds.'])
    expect([attempts.get('/busy'), attempts.get('/endless')]).toEqual([2, 2])
    expect((await search('busy machine'))[0]?.url?.split('#')[0]).toBe(`${site.url}/busy`)
  })
})

describe('similar pages', () => {
  it('are all kept when they differ in a number, price, date or name, and citations distinguish them', async () => {
    const { read, pages, search } = await knowledgeTenant(app)
    const site = nextSite()
    const filler = Array.from({ length: 600 }, (_, index) => `thread${(index * 7919) % 1000}`).join(' ')
    const plan = (text: string) => sitePage({ title: 'Plan', text: `${filler} ${text}` })
    site.pages.set('/', article('Start', 'the beginning', ['/old', '/new', '/martha', '/helen', '/print']))
    site.pages.set('/old', plan('The membership costs $9 and ends in 2024.'))
    site.pages.set('/new', plan('The membership costs $12 and ends in 2025.'))
    site.pages.set('/martha', sitePage({ title: 'Contact', text: `${filler} Please write to Martha.` }))
    site.pages.set('/helen', sitePage({ title: 'Contact', text: `${filler} Please write to Helen.` }))
    site.pages.set('/print', sitePage({ title: 'Contact', text: `please print ${filler} Please write to Helen.` }))
    const { id } = await read(site.url)
    const found = await pages(id)
    const states = ['/old', '/new', '/martha', '/helen'].map((path) => found.get(`${site.url}${path}`)?.state)
    expect(states).toEqual(['ready', 'ready', 'ready', 'ready'])
    const titles = (await search('membership costs')).map(({ title }) => title)
    expect(titles.slice(0, 2).sort()).toEqual(['Plan ($12, 2025)', 'Plan ($9, 2024)'])
    expect((await search('write to Helen'))[0]?.title).toBe('Contact (Helen)')
  })
})

describe('a website that responds to every address', () => {
  it('has its not-found page recognized', async () => {
    const { read, pages } = await knowledgeTenant(app)
    const site = nextSite()
    site.pages.set('/', article('Start', 'the beginning', ['/real', '/made-up']))
    site.pages.set('/real', article('Real', 'real things'))
    const answer = site.pages.get.bind(site.pages)
    const excuse = sitePage({ title: 'Woven', text: 'We could not locate what you are looking for. Try our search.' })
    site.pages.get = (path) => answer(path) ?? (/\.(txt|xml)$/.test(path) ? undefined : excuse)
    const { id } = await read(site.url)
    const found = await pages(id)
    expect(stateOf(found, `${site.url}/real`)).toEqual(['ready', null])
    expect(stateOf(found, `${site.url}/made-up`)).toEqual(['skipped', 'It reports that there is no such page.'])
  })
})
