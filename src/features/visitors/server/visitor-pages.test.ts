import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { publicPage } from '../../../../tests/support/public-page.ts'
import type { HttpEnv } from '../../../platform/http/index.ts'
import { escapeHtml } from '../domain/escape.ts'
import { createVisitorPages, type VisitorPages } from './index.ts'

interface Answer {
  status: number
  headers: IncomingMessage['headers']
  body: Buffer
  text: string
}

let pages: VisitorPages
let page = publicPage('acme')
let loads: string[]
let questions: string[]
let broken: boolean
let fast: number
let server: ReturnType<typeof createServer>
let port: number

const DOMAIN = 'help.acme.test'
const domainOf = (host: string | undefined) => (host === DOMAIN ? 'acme' : null)

const get = (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const req = request({ port, path, method, headers, agent: false }, (res) => {
      const chunks: Buffer[] = []
      res.on('data', (chunk: Buffer) => chunks.push(chunk))
      res.on('end', () => {
        const body = Buffer.concat(chunks)
        const encoding = res.headers['content-encoding']
        const plain = encoding === 'br' ? brotliDecompressSync : encoding === 'gzip' ? gunzipSync : (b: Buffer) => b
        const text = body.byteLength ? plain(body).toString() : ''
        resolve({ status: res.statusCode ?? 0, headers: res.headers, body, text })
      })
    })
    req.on('error', reject)
    req.end()
  })

beforeEach(async () => {
  page = publicPage('acme')
  loads = []
  questions = []
  broken = false
  fast = 0
  pages = createVisitorPages({
    appUrl: 'https://help.example.test',
    domains: { peek: (req) => domainOf(req.headers.host), find: async (host) => domainOf(host) },
    loadPublicPage: async (subdomain) => {
      loads.push(subdomain)
      return subdomain === 'acme' || subdomain === 'former' ? page : null
    },
    searchPublic: async ({ q }) => {
      if (broken) throw new Error('search is away')
      const faq = page.faqs[0]
      const found = faq && { kind: 'faq' as const, id: faq.id, source_id: faq.id, title: faq.question }
      return { results: found && q ? [{ ...found, excerpt: '', url: null, score: 1 }] : [] }
    },
    askPublic: async ({ question }) => {
      questions.push(question)
      if (broken) throw new Error('answering is away')
      return {
        answer: `An answer to ${question}`,
        sources: [],
        related_questions: [],
        outcome: 'answered',
        message_id: page.workspace.id,
        conversation_id: page.workspace.id,
      }
    },
    // The pages' own rendering is proved by visitor-build.test.ts and the journeys.
    assets: () => ({
      render: (view) => `<main>${escapeHtml(JSON.stringify(view))}</main>`,
      css: 'main{color:red}',
      script: '/visitor-assets/visitor-abc.js',
    }),
  })
  const app = new Hono<HttpEnv>()
  app.use(async (c, next) => {
    c.set('origin', { host: c.req.header('host') ?? '', clientAddress: '', protocol: 'https', proxied: false })
    await next()
  })
  app.use(pages.onDomain)
  app.route('/', pages.routes)
  const listener = getRequestListener(app.fetch)
  server = createServer((req, res) => {
    if (pages.before(req, res)) fast += 1
    else void listener(req, res)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
})

afterEach(() => new Promise((resolve) => server.close(resolve)))

describe('a page', () => {
  it('is rendered once and then answered from memory, the same either way', async () => {
    const first = await get('/faq/acme')
    const second = await get('/faq/acme')
    expect(second.text).toBe(first.text)
    const lasting = ({ headers: { date: _, connection: __, 'keep-alive': ___, ...rest } }: Answer) => rest
    expect(lasting(second)).toEqual(lasting(first))
    expect([loads.length, fast]).toEqual([1, 1])
  })

  it.each(['br', 'gzip', 'identity'])('comes as %s, with an ETag of its own', async (encoding) => {
    const first = await get('/faq/acme', { 'accept-encoding': encoding })
    const second = await get('/faq/acme', { 'accept-encoding': encoding })
    for (const answer of [first, second]) {
      expect(answer.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding)
      expect(answer.headers['content-length']).toBe(String(answer.body.byteLength))
      expect(answer.headers.vary).toBe('Accept-Encoding, Accept-Language')
      expect(answer.headers['cache-control']).toBe('no-cache')
      expect(answer.text).toContain('Frequently Asked Questions')
    }
    const others = await get('/faq/acme', { 'accept-encoding': encoding === 'br' ? 'gzip' : 'br' })
    expect(others.headers.etag).not.toBe(first.headers.etag)
  })

  it('is not sent again to who has it', async () => {
    const { headers } = await get('/faq/acme', { 'accept-encoding': 'gzip' })
    for (const tag of [headers.etag, `W/${headers.etag}`, `"other", ${headers.etag}`, '*']) {
      const again = await get('/faq/acme', { 'accept-encoding': 'gzip', 'if-none-match': tag ?? '' })
      expect([again.status, again.body.byteLength, again.headers.etag]).toEqual([304, 0, headers.etag])
    }
    const other = await get('/faq/acme', { 'accept-encoding': 'br', 'if-none-match': headers.etag ?? '' })
    expect(other.status).toBe(200)
  })

  it('answers HEAD with the same headers, cold and warm', async () => {
    const cold = await get('/faq/acme', { 'accept-encoding': 'br' }, 'HEAD')
    const warm = await get('/faq/acme', { 'accept-encoding': 'br' }, 'HEAD')
    const full = await get('/faq/acme', { 'accept-encoding': 'br' })
    for (const head of [cold, warm]) {
      expect([head.status, head.body.byteLength]).toEqual([200, 0])
      expect(head.headers['content-length']).toBe(full.headers['content-length'])
      expect(head.headers.etag).toBe(full.headers.etag)
    }
  })

  it('allows its one style sheet by its hash and nothing inline besides', async () => {
    const { text, headers } = await get('/faq/acme')
    const style = /<style>(.*?)<\/style>/s.exec(text)?.[1] ?? ''
    const policy = headers['content-security-policy']
    expect(policy).toContain(`'sha256-${createHash('sha256').update(style).digest('base64')}'`)
    expect(policy).not.toContain('unsafe')
    expect(text.match(/<style/g)).toHaveLength(1)
    expect(text).not.toMatch(/<script(?![^>]*(src=|application\/(ld\+)?json))/)
  })

  it('says what it is to search engines', async () => {
    const { text } = await get('/faq/acme')
    expect(text).toContain('<link rel="canonical" href="https://help.example.test/faq/acme">')
    expect(text).toContain('<meta property="og:title" content="Frequently Asked Questions · Woven Goods">')
    expect(text).toContain('"@type":"FAQPage"')
    expect(text).toContain('<html lang="en">')
    expect(text).not.toContain('noindex')
  })

  it('keeps search engines away where the workspace wishes it', async () => {
    page = { ...page, noindex: true }
    const { text } = await get('/faq/acme')
    expect(text).toContain('<meta name="robots" content="noindex">')
    expect(text).not.toContain('application/ld+json')
    const own = await get(`/faq/acme/${page.faqs[0]?.slug}`)
    expect(own.headers['x-robots-tag']).toBe('noindex')
    const sitemap = await get('/faq/acme/sitemap.xml')
    expect(sitemap.text).not.toContain('<loc>')
    const markdown = await get(`/faq/acme/${page.faqs[0]?.slug}.md`)
    expect(markdown.headers['x-robots-tag']).toBe('noindex')
  })
})

describe('an edit', () => {
  it('shows with the next request', async () => {
    const before = await get('/faq/acme')
    page = { ...page, workspace: { ...page.workspace, widget_heading: 'Ask the weavers' } }
    expect((await get('/faq/acme')).text).toBe(before.text)
    pages.drop(page.workspace.id)
    const after = await get('/faq/acme', { 'if-none-match': before.headers.etag ?? '' })
    expect(after.status).toBe(200)
    expect(after.text).toContain('Ask the weavers')
  })

  it('shows after events may have been missed', async () => {
    await get('/faq/acme')
    await get('/faq/nobody')
    page = { ...page, workspace: { ...page.workspace, widget_heading: 'Ask the weavers' } }
    pages.flush()
    expect((await get('/faq/acme')).text).toContain('Ask the weavers')
  })
})

describe('a search without a script', () => {
  it('is made on the server and never kept', async () => {
    for (let i = 0; i < 2; i += 1) {
      const { text, headers } = await get('/faq/acme?q=cloth')
      expect(headers['cache-control']).toBe('no-store')
      expect(text).toContain('&quot;query&quot;:&quot;cloth&quot;')
      expect(text).toContain('noindex')
    }
    expect([fast, questions.length]).toEqual([0, 0])
    expect((await get('/faq/acme')).text).toContain('&quot;search&quot;:null')
  })

  it('asks only where that was wished', async () => {
    const { text } = await get('/faq/acme?q=cloth&ask=1')
    expect(questions).toEqual(['cloth'])
    expect(text).toContain('An answer to cloth')
  })

  it('says the specified sentences where it fails', async () => {
    broken = true
    expect((await get('/faq/acme?q=cloth&ask=1')).text).toContain(
      'temporarily unable to provide AI assistance. Please browse our FAQs below or contact support.',
    )
    expect((await get('/faq/acme?q=cloth')).text).toContain(
      'temporarily unable to provide assistance. Please browse our FAQs below or contact support.',
    )
  })

  it('with nothing in it is the list', async () => {
    await get('/faq/acme')
    await get('/faq/acme?q=+&category=')
    expect([fast, loads.length]).toEqual([1, 1])
  })
})

describe('parts of a workspace', () => {
  it('are the categories that exist; others are not kept', async () => {
    for (let i = 0; i < 2; i += 1) {
      await get('/faq/acme?category=Billing')
      await get('/faq/acme?category=Nope')
    }
    expect(fast).toBe(1)
  })

  it('are FAQs on pages of their own', async () => {
    const [faq] = page.faqs
    const { text, status } = await get(`/faq/acme/${faq?.slug}`)
    expect(status).toBe(200)
    expect(text).toContain(`<link rel="canonical" href="https://help.example.test/faq/acme/${faq?.slug}">`)
    expect(text).toContain(`<title>${faq?.question} · Woven Goods</title>`)
    await get(`/faq/acme/${faq?.slug}`)
    expect(fast).toBe(1)
  })

  it('are FAQs as Markdown, whose page is the one to be known by', async () => {
    const [faq] = page.faqs
    const { text, status, headers } = await get(`/faq/acme/${faq?.slug}.md`)
    expect([status, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
    expect(text).toBe(`# ${faq?.question}\n\n${faq?.answer}\n`)
    expect(headers.link).toBe(`<https://help.example.test/faq/acme/${faq?.slug}>; rel="canonical"`)
    expect((await get('/faq/acme/no-such-faq.md')).status).toBe(404)
  })

  it('are a sitemap and a text for language models', async () => {
    const sitemap = await get('/faq/acme/sitemap.xml')
    expect(sitemap.headers['content-type']).toContain('application/xml')
    expect(sitemap.text.match(/<loc>/g)).toHaveLength(page.faqs.length + 1)
    const text = await get('/faq/acme/llms.txt')
    expect(text.headers['content-type']).toContain('text/plain')
    const [faq] = page.faqs
    expect(text.text).toContain(`- [${faq?.question}](https://help.example.test/faq/acme/${faq?.slug}.md)`)
    expect(text.text.match(/\.md\)/g)).toHaveLength(page.faqs.length)
  })
})

describe('the language', () => {
  const langOf = (text: string) => /<html lang="(\w+)"( dir="rtl")?>/.exec(text)?.slice(1, 3)

  it("is the browser's, each kept by itself", async () => {
    for (let i = 0; i < 2; i += 1) {
      const german = await get('/faq/acme', { 'accept-language': 'de-AT, en;q=0.8' })
      expect(langOf(german.text)).toEqual(['de', undefined])
      expect(german.text).toContain('<title>Häufig gestellte Fragen · Woven Goods</title>')
      expect(langOf((await get('/faq/acme', { 'accept-language': 'ar' })).text)).toEqual(['ar', ' dir="rtl"'])
      expect(langOf((await get('/faq/acme', { 'accept-language': 'sv, tlh' })).text)).toEqual(['en', undefined])
      expect(langOf((await get('/faq/acme')).text)).toEqual(['en', undefined])
    }
    expect(fast).toBe(5)
  })

  it('is the one that the address asks for, whose links go on asking', async () => {
    const { text } = await get('/faq/acme?lang=fr', { 'accept-language': 'de' })
    expect(langOf(text)).toEqual(['fr', undefined])
    expect(text).toContain('&quot;asked&quot;:&quot;fr&quot;')
    expect(text).toContain('<link rel="canonical" href="https://help.example.test/faq/acme">')
    expect(langOf((await get('/faq/acme?lang=xx', { 'accept-language': 'de' })).text)).toEqual(['de', undefined])
  })

  it('is that of the content where nobody asks for one, and marked where it differs', async () => {
    page = { ...page, lang: 'it' }
    const italian = await get('/faq/acme')
    expect(langOf(italian.text)).toEqual(['it', undefined])
    expect(italian.text).toContain('&quot;contentLang&quot;:&quot;&quot;')
    const english = await get('/faq/acme', { 'accept-language': 'en' })
    expect(english.text).toContain('&quot;contentLang&quot;:&quot;it&quot;')
    expect(english.text).toContain('"inLanguage":"it"')
  })

  it('is spoken by the missing page too', async () => {
    for (let i = 0; i < 2; i += 1) {
      const answer = await get('/faq/nobody', { 'accept-language': 'ja' })
      expect(answer.status).toBe(404)
      expect(langOf(answer.text)).toEqual(['ja', undefined])
    }
  })
})

describe("a domain of the workspace's own", () => {
  beforeEach(() => {
    page = { ...page, domain: DOMAIN }
  })
  const own = (path: string, headers: Record<string, string> = {}) => get(path, { host: DOMAIN, ...headers })

  it('has the page at its root and each FAQ below, kept apart from the other host', async () => {
    const slug = page.faqs[0]?.slug
    for (let i = 0; i < 2; i += 1) {
      const root = await own('/')
      expect(root.status).toBe(200)
      expect(root.text).toContain(`<link rel="canonical" href="https://${DOMAIN}">`)
      expect(root.text).toContain('&quot;base&quot;:&quot;&quot;')
      const one = await own(`/${slug}`)
      expect(one.text).toContain(`<link rel="canonical" href="https://${DOMAIN}/${slug}">`)
      const other = await get('/faq/acme')
      expect(other.text).toContain(`<link rel="canonical" href="https://${DOMAIN}">`)
      expect(other.text).toContain('&quot;base&quot;:&quot;/faq/acme&quot;')
    }
    expect(fast).toBe(3)
  })

  it('lists its own addresses', async () => {
    const sitemap = await own('/sitemap.xml')
    expect(sitemap.text.match(/<loc>https:\/\/help\.acme\.test/g)).toHaveLength(page.faqs.length + 1)
    expect((await own('/llms.txt')).text).toContain(`(https://${DOMAIN}/${page.faqs[0]?.slug}.md)`)
    expect((await own('/robots.txt')).text).toContain(`Sitemap: https://${DOMAIN}/sitemap.xml`)
    expect((await get('/faq/acme/robots.txt')).status).toBe(404)
  })

  it.each(['/dashboard', '/faq/acme', '/api/rpc/workspaces/list', '/widget/frame', '/healthz.x'])(
    'has nothing else: %s',
    async (path) => {
      const answer = await own(path)
      expect(answer.status).toBe(404)
      expect(answer.text).toContain('FAQ Page Not Found')
    },
  )

  it('takes no other requests', async () => {
    expect((await get('/', { host: DOMAIN }, 'POST')).status).toBe(404)
  })
})

it('a name the workspace had before leads to the one it has', async () => {
  for (const [from, to] of [
    ['/faq/former', '/faq/acme'],
    ['/faq/former/some-answer?lang=de', '/faq/acme/some-answer?lang=de'],
  ]) {
    const answer = await get(from ?? '')
    expect([answer.status, answer.headers.location]).toEqual([308, to])
  }
})

describe('what does not exist', () => {
  it.each(['/faq/nobody', '/faq/acme/no-such-faq', '/faq/acme/a/b', '/faq/..%2fetc', '/faq/acme/%E0%A4%A'])(
    'is the missing page: %s',
    async (path) => {
      for (const answer of [await get(path), await get(path)]) {
        expect(answer.status).toBe(404)
        expect(answer.text).toContain('<title>FAQ Page Not Found</title>')
        expect(answer.headers.etag).toBeUndefined()
        expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
      }
    },
  )

  it('is looked up once', async () => {
    for (let i = 0; i < 3; i += 1) await get('/faq/nobody')
    expect(loads).toEqual(['nobody'])
    expect(fast).toBe(2)
  })

  it('is not even looked up where no workspace could have the name', async () => {
    await get('/faq/a_b')
    await get(`/faq/${'a'.repeat(300)}`)
    expect(loads).toEqual([])
  })

  it('is told apart from other spellings of what does exist', async () => {
    expect((await get('/faq/ACME')).status).toBe(200)
    const slash = await get('/faq/acme/?q=x')
    expect([slash.status, slash.headers.location]).toEqual([308, '/faq/acme?q=x'])
  })
})
