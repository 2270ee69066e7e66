import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  startVisitorServer,
  type VisitorServer,
} from '../../../../tests/support/browser/visitor-server.ts'

let site: VisitorServer

beforeEach(async () => {
  site = await startVisitorServer()
})

afterEach(() => site.stop())

describe('a public page', () => {
  it('is rendered once and then served from memory, with the same bytes', async () => {
    const first = await site.get('/faq/acme')
    const second = await site.get('/faq/acme')
    expect(second.text).toBe(first.text)
    const lasting = ({ headers: { date: _, connection: __, 'keep-alive': ___, ...rest } }: Answer) => rest
    expect(lasting(second)).toEqual(lasting(first))
    expect([site.loads.length, site.fast]).toEqual([1, 1])
  })

  it.each(['br', 'gzip', 'identity'])('is sent as %s, with its own ETag', async (encoding) => {
    const first = await site.get('/faq/acme', { 'accept-encoding': encoding })
    const second = await site.get('/faq/acme', { 'accept-encoding': encoding })
    for (const answer of [first, second]) {
      expect(answer.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
      expect(answer.headers['content-length']).toBe(String(answer.body.byteLength))
      expect(answer.headers.vary).toBe('Accept-Encoding, Accept-Language')
      expect(answer.headers['cache-control']).toBe(
        'public, max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=86400',
      )
      expect(answer.text).toContain('Frequently Asked Questions')
    }
    const others = await site.get('/faq/acme', { 'accept-encoding': encoding === 'br' ? 'gzip' : 'br' })
    expect(others.headers.etag).not.toBe(first.headers.etag)
  })

  it('is not sent again to a client that has it', async () => {
    const { headers } = await site.get('/faq/acme', { 'accept-encoding': 'gzip' })
    for (const tag of [headers.etag, `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
      const again = await site.get('/faq/acme', { 'accept-encoding': 'gzip', 'if-none-match': tag ?? '' })
      expect([again.status, again.body.byteLength, again.headers.etag]).toEqual([304, 0, headers.etag])
    }
    const other = await site.get('/faq/acme', { 'accept-encoding': 'br', 'if-none-match': headers.etag ?? '' })
    expect(other.status).toBe(200)
  })

  it('returns the same headers for HEAD, with and without the cache', async () => {
    const cold = await site.get('/faq/acme', { 'accept-encoding': 'br' }, 'HEAD')
    const warm = await site.get('/faq/acme', { 'accept-encoding': 'br' }, 'HEAD')
    const full = await site.get('/faq/acme', { 'accept-encoding': 'br' })
    for (const head of [cold, warm]) {
      expect([head.status, head.body.byteLength]).toEqual([200, 0])
      expect(head.headers['content-length']).toBe(full.headers['content-length'])
      expect(head.headers.etag).toBe(full.headers.etag)
    }
  })

  it('allows its style sheet by its hash and no other inline code', async () => {
    const { text, headers } = await site.get('/faq/acme')
    const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? ''
    const policy = headers['content-security-policy']
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
    expect(policy).not.toContain('unsafe')
    expect(text.match(/<style/g)).toHaveLength(1)
    expect(text).not.toMatch(/<script(?![^>]*(src=|application\/(ld\+)?json))/)
  })

  it('has metadata for search engines', async () => {
    const { text } = await site.get('/faq/acme')
    expect(text).toContain('<link rel="canonical" href="https://help.example.test/faq/acme">')
    expect(text).toContain('<meta property="og:title" content="Frequently Asked Questions · Woven Goods">')
    expect(text).toContain('"@type":"FAQPage"')
    expect(text).toContain('<html lang="en">')
    expect(text).not.toContain('noindex')
  })

  it('is excluded from search engines when the workspace chooses so', async () => {
    site.page = { ...site.page, noindex: true }
    const { text } = await site.get('/faq/acme')
    expect(text).toContain('<meta name="robots" content="noindex">')
    expect(text).not.toContain('application/ld+json')
    const own = await site.get(`/faq/acme/${site.page.faqs[0]?.slug}`)
    expect(own.headers['x-robots-tag']).toBe('noindex')
    const sitemap = await site.get('/faq/acme/sitemap.xml')
    expect(sitemap.text).not.toContain('<loc>')
    const markdown = await site.get(`/faq/acme/${site.page.faqs[0]?.slug}.md`)
    expect(markdown.headers['x-robots-tag']).toBe('noindex')
  })
})

describe('an edited page', () => {
  it('is shown by the next request', async () => {
    const before = await site.get('/faq/acme')
    site.page = { ...site.page, workspace: { ...site.page.workspace, widget_heading: 'Ask the weavers' } }
    expect((await site.get('/faq/acme')).text).toBe(before.text)
    site.pages.drop(site.page.workspace.id)
    const after = await site.get('/faq/acme', { 'if-none-match': before.headers.etag ?? '' })
    expect(after.status).toBe(200)
    expect(after.text).toContain('Ask the weavers')
  })

  it('is shown after events may have been missed', async () => {
    await site.get('/faq/acme')
    await site.get('/faq/nobody')
    site.page = { ...site.page, workspace: { ...site.page.workspace, widget_heading: 'Ask the weavers' } }
    site.pages.markStale()
    expect((await site.get('/faq/acme')).text).toContain('Ask the weavers')
  })
})

describe('a search without JavaScript', () => {
  it('runs on the server and is never cached', async () => {
    for (let index = 0; index < 2; index += 1) {
      const { text, headers } = await site.get('/faq/acme?q=cloth')
      expect(headers['cache-control']).toBe('no-store')
      expect(text).toContain('&quot;query&quot;:&quot;cloth&quot;')
      expect(text).toContain('noindex')
    }
    expect([site.fast, site.questions.length]).toEqual([0, 0])
    expect((await site.get('/faq/acme')).text).toContain('&quot;search&quot;:null')
  })

  it('asks a question only on request', async () => {
    const { text } = await site.get('/faq/acme?q=cloth&ask=1')
    expect(site.questions).toEqual(['cloth'])
    expect(text).toContain('An answer to cloth')
  })

  it('shows the specified sentences when it fails', async () => {
    site.broken = true
    expect((await site.get('/faq/acme?q=cloth&ask=1')).text).toContain(
      'temporarily unable to provide AI assistance. Please browse our FAQs below or contact support.',
    )
    expect((await site.get('/faq/acme?q=cloth')).text).toContain(
      'temporarily unable to provide assistance. Please browse our FAQs below or contact support.',
    )
  })

  it('shows the list for an empty query', async () => {
    await site.get('/faq/acme')
    await site.get('/faq/acme?q=+&category=')
    expect([site.fast, site.loads.length]).toEqual([1, 1])
  })
})

describe('the parts of a workspace', () => {
  it('include the existing categories, and others are not cached', async () => {
    for (let index = 0; index < 2; index += 1) {
      await site.get('/faq/acme?category=Billing')
      await site.get('/faq/acme?category=Nope')
    }
    expect(site.fast).toBe(1)
  })

  it('include FAQs on their own pages', async () => {
    const [faq] = site.page.faqs
    const { text, status } = await site.get(`/faq/acme/${faq?.slug}`)
    expect(status).toBe(200)
    expect(text).toContain(`<link rel="canonical" href="https://help.example.test/faq/acme/${faq?.slug}">`)
    expect(text).toContain(`<title>${faq?.question} · Woven Goods</title>`)
    await site.get(`/faq/acme/${faq?.slug}`)
    expect(site.fast).toBe(1)
  })

  it('include FAQs as Markdown with a canonical link to their page', async () => {
    const [faq] = site.page.faqs
    const { text, status, headers } = await site.get(`/faq/acme/${faq?.slug}.md`)
    expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(text).toBe(`# ${faq?.question}\n\n${faq?.answer}\n`)
    expect(headers.link).toBe(`<https://help.example.test/faq/acme/${faq?.slug}>; rel="canonical"`)
    expect((await site.get('/faq/acme/no-such-faq.md')).status).toBe(404)
  })

  it('include a sitemap and a text for language models', async () => {
    const sitemap = await site.get('/faq/acme/sitemap.xml')
    expect(sitemap.headers['content-type']).toContain('application/xml')
    expect(sitemap.text.match(/<loc>/g)).toHaveLength(site.page.faqs.length + 1)
    const text = await site.get('/faq/acme/llms.txt')
    expect(text.headers['content-type']).toContain('text/plain')
    const [faq] = site.page.faqs
    expect(text.text).toContain(`- [${faq?.question}](https://help.example.test/faq/acme/${faq?.slug}.md)`)
    expect(text.text.match(/\.md\)/g)).toHaveLength(site.page.faqs.length)
  })
})

describe('a missing page', () => {
  it.each(['/faq/nobody', '/faq/acme/no-such-faq', '/faq/acme/a/b', '/faq/..%2fetc', '/faq/acme/%E0%A4%A'])(
    'is a 404 page: %s',
    async (path) => {
      for (const answer of [await site.get(path), await site.get(path)]) {
        expect(answer.status).toBe(404)
        expect(answer.text).toContain('<title>FAQ Page Not Found</title>')
        expect(answer.headers.etag).toBeUndefined()
        expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
      }
    },
  )

  it('is looked up once', async () => {
    for (let index = 0; index < 3; index += 1) await site.get('/faq/nobody')
    expect(site.loads).toEqual(['nobody'])
    expect(site.fast).toBe(2)
  })

  it('is not looked up for a name that no workspace can have', async () => {
    await site.get('/faq/a_b')
    await site.get(`/faq/${'a'.repeat(300)}`)
    expect(site.loads).toEqual([])
  })

  it('is distinguished from other spellings of an existing page', async () => {
    expect((await site.get('/faq/ACME')).status).toBe(200)
    const slash = await site.get('/faq/acme/?q=x')
    expect([slash.status, slash.headers.location]).toEqual([308, '/faq/acme?q=x'])
  })
})
