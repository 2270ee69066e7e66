// One page under several addresses: a language each, a host of the workspace's own, a name it had before.
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DOMAIN, startVisitorServer, type VisitorServer } from '../../../../tests/support/browser/visitor-server.ts'

let site: VisitorServer

beforeEach(async () => {
  site = await startVisitorServer()
})

afterEach(() => site.stop())

describe('the language of a page', () => {
  const langOf = (text: string) => /<html lang="(\w+)"( dir="rtl")?>/.exec(text)?.slice(1, 3)

  it("is the browser's, with one cache entry each", async () => {
    for (let index = 0; index < 2; index += 1) {
      const german = await site.get('/faq/acme', { 'accept-language': 'de-AT, en;q=0.8' })
      expect(langOf(german.text)).toEqual(['de', undefined])
      expect(german.text).toContain('<title>Häufig gestellte Fragen · Woven Goods</title>')
      expect(langOf((await site.get('/faq/acme', { 'accept-language': 'ar' })).text)).toEqual(['ar', ' dir="rtl"'])
      expect(langOf((await site.get('/faq/acme', { 'accept-language': 'sv, tlh' })).text)).toEqual(['en', undefined])
      expect(langOf((await site.get('/faq/acme')).text)).toEqual(['en', undefined])
    }
    expect(site.fast).toBe(5)
  })

  it('is the one in the address, which links keep', async () => {
    const { text } = await site.get('/faq/acme?lang=fr', { 'accept-language': 'de' })
    expect(langOf(text)).toEqual(['fr', undefined])
    expect(text).toContain('&quot;asked&quot;:&quot;fr&quot;')
    expect(text).toContain('<link rel="canonical" href="https://help.example.test/faq/acme">')
    expect(langOf((await site.get('/faq/acme?lang=xx', { 'accept-language': 'de' })).text)).toEqual(['de', undefined])
  })

  it("is the content's by default, and is marked where it differs", async () => {
    site.page = { ...site.page, lang: 'it' }
    const italian = await site.get('/faq/acme')
    expect(langOf(italian.text)).toEqual(['it', undefined])
    expect(italian.text).toContain('&quot;contentLang&quot;:&quot;&quot;')
    const english = await site.get('/faq/acme', { 'accept-language': 'en' })
    expect(english.text).toContain('&quot;contentLang&quot;:&quot;it&quot;')
    expect(english.text).toContain('"inLanguage":"it"')
  })

  it('applies to the not-found page too', async () => {
    for (let index = 0; index < 2; index += 1) {
      const answer = await site.get('/faq/nobody', { 'accept-language': 'ja' })
      expect(answer.status).toBe(404)
      expect(langOf(answer.text)).toEqual(['ja', undefined])
    }
  })
})

describe("a domain of the workspace's own", () => {
  beforeEach(() => {
    site.page = { ...site.page, domain: DOMAIN }
  })
  const own = (path: string, headers: Record<string, string> = {}) => site.get(path, { host: DOMAIN, ...headers })

  it('has the page at its root and each FAQ below, cached separately from the other host', async () => {
    const slug = site.page.faqs[0]?.slug
    for (let index = 0; index < 2; index += 1) {
      const root = await own('/')
      expect(root.status).toBe(200)
      expect(root.text).toContain(`<link rel="canonical" href="https://${DOMAIN}">`)
      expect(root.text).toContain('&quot;base&quot;:&quot;&quot;')
      const one = await own(`/${slug}`)
      expect(one.text).toContain(`<link rel="canonical" href="https://${DOMAIN}/${slug}">`)
      const other = await site.get('/faq/acme')
      expect(other.text).toContain(`<link rel="canonical" href="https://${DOMAIN}">`)
      expect(other.text).toContain('&quot;base&quot;:&quot;/faq/acme&quot;')
    }
    expect(site.fast).toBe(3)
  })

  it('lists its own addresses', async () => {
    const sitemap = await own('/sitemap.xml')
    expect(sitemap.text.match(/<loc>https:\/\/help\.acme\.test/g)).toHaveLength(site.page.faqs.length + 1)
    expect((await own('/llms.txt')).text).toContain(`(https://${DOMAIN}/${site.page.faqs[0]?.slug}.md)`)
    expect((await own('/robots.txt')).text).toContain(`Sitemap: https://${DOMAIN}/sitemap.xml`)
    expect((await site.get('/faq/acme/robots.txt')).status).toBe(404)
  })

  it.each(['/dashboard', '/faq/acme', '/api/rpc/workspaces/list', '/widget/frame', '/healthz.x'])(
    'has no other page: %s',
    async (path) => {
      const answer = await own(path)
      expect(answer.status).toBe(404)
      expect(answer.text).toContain('FAQ Page Not Found')
    },
  )

  it.each(['//evil.example/', '///evil.example//', '/\\evil.example/', '//evil.example/%2f..//'])(
    'does not redirect to another host: %s',
    async (path) => {
      const answer = await own(path)
      if (answer.status === 308) expect(answer.headers.location).toMatch(/^\/(?![/\\])/)
      else expect([400, 404]).toContain(answer.status)
    },
  )

  it('refuses other methods', async () => {
    expect((await site.get('/', { host: DOMAIN }, 'PUT')).status).toBe(404)
  })
})

it('a former name of a workspace redirects to the current one', async () => {
  for (const [from, to] of [
    ['/faq/former', '/faq/acme'],
    ['/faq/former/some-answer?lang=de', '/faq/acme/some-answer?lang=de'],
  ]) {
    const answer = await site.get(from ?? '')
    expect([answer.status, answer.headers.location]).toEqual([308, to])
  }
})

describe('the pages of categories', () => {
  const layout = (page_layout: 'list' | 'collections') => {
    site.page = { ...site.page, workspace: { ...site.page.workspace, page_layout } }
    site.pages.drop(site.page.workspace.id)
  }

  it('exist in the layout of collections, from memory', async () => {
    layout('collections')
    for (let index = 0; index < 2; index += 1) {
      const { status, text } = await site.get('/faq/acme/categories/general')
      expect(status).toBe(200)
      expect(text).toContain('<title>General · Woven Goods</title>')
      expect(text).toContain('<link rel="canonical" href="https://help.example.test/faq/acme/categories/general">')
      expect(text).toContain('"@type":"CollectionPage"')
      expect(text).toContain('"@type":"BreadcrumbList"')
      expect(text).not.toMatch(/<script type="module"|noindex/)
    }
    expect(site.fast).toBe(1)
    expect((await site.get('/faq/acme/categories/nothing')).status).toBe(404)
    const sitemap = await site.get('/faq/acme/sitemap.xml')
    for (const slug of ['general', 'billing'])
      expect(sitemap.text).toContain(`<loc>https://help.example.test/faq/acme/categories/${slug}</loc>`)
  })

  it('are in the breadcrumbs of a FAQ', async () => {
    layout('collections')
    const { text } = await site.get(`/faq/acme/${site.page.faqs[0]?.slug}`)
    expect(text).toContain('"item":"https://help.example.test/faq/acme/categories/general"')
    layout('list')
    expect((await site.get(`/faq/acme/${site.page.faqs[0]?.slug}`)).text).not.toContain('/categories/')
  })

  it('are cached separately by page', async () => {
    const [first] = site.page.faqs
    if (!first) throw new Error('no FAQ')
    const faqs = Array.from({ length: 450 }, (_, index) => ({ ...first, id: `${index}`, slug: `faq-${index}` }))
    site.page = { ...site.page, faqs }
    layout('collections')
    const firstPage = await site.get('/faq/acme/categories/general')
    for (let index = 0; index < 2; index += 1) {
      const second = await site.get('/faq/acme/categories/general?page=2')
      expect(second.text).not.toBe(firstPage.text)
      expect(second.text).toContain('/faq/acme/categories/general?page=2">')
    }
    expect(site.fast).toBe(1)
  })

  it('redirect to the address of the current layout', async () => {
    layout('collections')
    const toPage = await site.get('/faq/acme?category=Billing&lang=de')
    expect([toPage.status, toPage.headers.location]).toEqual([302, '/faq/acme/categories/billing?lang=de'])
    expect((await site.get('/faq/acme?category=Nothing')).status).toBe(200)
    layout('list')
    const toList = await site.get('/faq/acme/categories/billing')
    expect([toList.status, toList.headers.location]).toEqual([302, '/faq/acme?category=Billing'])
    expect((await site.get('/faq/acme/sitemap.xml')).text).not.toContain('/categories/')
  })

  it('lead from their former names to the one they have, for good', async () => {
    layout('collections')
    site.page = { ...site.page, formerCategories: new Map([['Money & Tax', 'Billing']]) }
    const toPage = await site.get('/faq/acme/categories/money-tax?lang=de')
    expect([toPage.status, toPage.headers.location]).toEqual([301, '/faq/acme/categories/billing?lang=de'])
    const named = await site.get('/faq/acme?category=Money+%26+Tax')
    expect([named.status, named.headers.location]).toEqual([301, '/faq/acme/categories/billing'])
    layout('list')
    const toList = await site.get('/faq/acme?category=Money+%26+Tax')
    expect([toList.status, toList.headers.location]).toEqual([301, '/faq/acme?category=Billing'])
    expect((await site.get('/faq/acme/categories/nothing')).status).toBe(404)
    // A category that exists keeps its address.
    site.page = { ...site.page, formerCategories: new Map([['Billing', 'General']]) }
    expect((await site.get('/faq/acme?category=Billing')).status).toBe(200)
  })

  it('are numbered when their names have the same slug', async () => {
    const faqs = ['Billing!', 'Billing', '請求'].map((category, index) => ({
      id: `${index}`,
      question: `Question ${index}?`,
      answer: 'Answer.',
      category,
      slug: `question-${index}`,
    }))
    site.page = { ...site.page, faqs }
    layout('collections')
    const { text } = await site.get('/faq/acme')
    for (const slug of ['billing', 'billing-2', 'qing-qiu'])
      expect(text).toContain(`&quot;slug&quot;:&quot;${slug}&quot;`)
  })
})
