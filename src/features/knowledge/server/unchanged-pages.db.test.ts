// An unchanged page is not parsed again, whether its website answers 304 or sends the same bytes once more.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../tests/support/app/test-app.ts'
import { knowledgeTenant } from '../../../../tests/support/content/knowledge-tenant.ts'
import { xlsx } from '../../../../tests/support/files/office-files.ts'
import { pdfWithUnknownLetters } from '../../../../tests/support/files/pdf-file.ts'
import { words } from '../../../../tests/support/websites/maze-site.ts'
import { type SitePage, sitePage, startWebSite, type WebSite } from '../../../../tests/support/websites/web-site.ts'

let site: WebSite
let app: TestApp
/** Addresses of the pages that were parsed. */
let parsed: string[] = []

beforeAll(async () => {
  site = await startWebSite({})
  afterAll(() => site.close())
  app = await createTestApp({ BILLING: 'off', OUTBOUND_ALLOW_HOSTS: site.host }, { work: true })
  const { services } = app.core.knowledge
  const { parser } = services
  services.parser = {
    ...parser,
    page(html, signal) {
      parsed.push(new URL(html.address ?? '').pathname)
      return parser.page(html, signal)
    },
  }
})

beforeEach(() => {
  site.pages.clear()
  const pageOf = (name: string, links: string[] = []) => sitePage({ title: name, text: words(name), links })
  site.pages.set('/', pageOf('start', ['/a', '/b']))
  site.pages.set('/a', pageOf('apples', ['/c']))
  site.pages.set('/b', pageOf('bread'))
  site.pages.set('/c', pageOf('cheese'))
})

/** Reads the website and returns a function that reads it again by a sync or `start`, and returns the counts and the parsed pages. */
async function readSite() {
  const tenant = await knowledgeTenant(app)
  const { id } = await tenant.read(site.url)
  let runs = 1
  const again = async (start: () => Promise<unknown> = () => tenant.call('websites/sync', { id })) => {
    parsed = []
    await start()
    const { added, changed, unchanged, removed, failed } = await tenant.ended(id, ++runs)
    return { added, changed, unchanged, removed, failed, parsed: parsed.filter((at) => site.pages.has(at)).sort() }
  }
  return { ...tenant, id, again }
}

const NOTHING = { added: 0, changed: 0, removed: 0, failed: 0 }

describe('a website without validators', () => {
  it('is asked for every page, and parses those alone that it changed', async () => {
    const { again, search } = await readSite()
    const before = site.asked.length
    expect(await again()).toEqual({ ...NOTHING, unchanged: 4, parsed: [] })
    expect(site.asked.slice(before).map(({ path }) => path)).toEqual(expect.arrayContaining(['/', '/a', '/b', '/c']))

    site.pages.set('/b', sitePage({ title: 'bread', text: words('brioche') }))
    expect(await again()).toEqual({ ...NOTHING, changed: 1, unchanged: 3, parsed: ['/b'] })
    expect((await search('brioche'))[0]?.url).toContain(`${site.url}/b`)
  })

  it('keeps the links of a page that it sends again', async () => {
    const { again, pages, id } = await readSite()
    site.pages.delete('/c')
    expect(await again()).toMatchObject({ removed: 1, parsed: [] })
    site.pages.set('/c', sitePage({ title: 'curd', text: words('curd') }))
    expect(await again()).toMatchObject({ added: 1, unchanged: 3, parsed: ['/c'] })
    expect((await pages(id)).get(`${site.url}/c`)).toMatchObject({ state: 'ready', title: 'curd' })
  })

  it('is parsed again when its pages are to be read differently', async () => {
    const { again, call, id, ended, pages } = await readSite()
    const change = () => call('websites/update', { id, content_selector: 'h1' })
    expect(await again(change)).toMatchObject({ changed: 4, parsed: ['/', '/a', '/b', '/c'] })
    expect(await again()).toMatchObject({ unchanged: 4, parsed: [] })

    parsed = []
    const page = (await pages(id)).get(`${site.url}/b`)
    await call('retrySource', { id: page?.id, whole: true })
    await ended(id, 4)
    expect(parsed).toContain('/b')
    expect(parsed).not.toContain('/a')
  })

  it('ends the answers of a page that asks not to be indexed from now on', async () => {
    const { again, search } = await readSite()
    const body = String(site.pages.get('/b'))
    site.pages.set('/b', { body, headers: { 'x-robots-tag': 'noindex' } })
    expect(await again()).toMatchObject({ removed: 1, unchanged: 3, parsed: [] })
    expect(await search('bread')).toEqual([])
  })
})

describe('a website with validators', () => {
  it('stores new ones of an unchanged page, and asks with them', async () => {
    const { again } = await readSite()
    const body = String(site.pages.get('/a'))
    site.pages.set('/a', ({ headers }) =>
      headers['if-none-match'] === '"a2"' ? { status: 304 } : { body, headers: { etag: '"a2"' } },
    )
    expect(await again()).toEqual({ ...NOTHING, unchanged: 4, parsed: [] })
    site.asked.length = 0
    expect(await again()).toEqual({ ...NOTHING, unchanged: 4, parsed: [] })
    expect(site.asked.find(({ path }) => path === '/a')?.headers['if-none-match']).toBe('"a2"')
  })
})

describe('a file of a website', () => {
  const file = (body: Uint8Array, type: string): SitePage => {
    return ({ headers }) =>
      headers['if-none-match'] === '"1"' ? { status: 304 } : { headers: { etag: '"1"', 'content-type': type }, body }
  }
  const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

  it('keeps its note while it is unchanged, also after a failure, and offers its questions', async () => {
    const old = file(pdfWithUnknownLetters(), 'application/pdf')
    const questions = {
      FAQ: [
        ['Question', 'Answer'],
        ['Do you ship abroad?', 'To every port.'],
      ],
    }
    site.pages.set('/', sitePage({ title: 'start', text: words('start'), links: ['/old.pdf', '/download'] }))
    site.pages.set('/old.pdf', old)
    site.pages.set('/download', file(xlsx(questions), SHEET))
    const { again, pages, id } = await readSite()
    const reason = async () => (await pages(id)).get(`${site.url}/old.pdf`)?.reason
    const note = 'The text of page 1 could not be read, because its fonts do not say which letters they show.'
    expect(await reason()).toContain(note)
    expect((await pages(id)).get(`${site.url}/download`)).toMatchObject({ state: 'ready', holds_faqs: true })

    expect(await again()).toMatchObject({ unchanged: 3 })
    expect(await reason()).toContain(note)
    site.pages.set('/old.pdf', { status: 500 })
    expect(await again()).toMatchObject({ unchanged: 2, failed: 1 })
    expect(await reason()).toMatch(/^The website answered with an error \(500\)\./)
    site.pages.set('/old.pdf', old)
    expect(await again()).toMatchObject({ unchanged: 3 })
    expect(await reason()).toContain(note)
  })
})
