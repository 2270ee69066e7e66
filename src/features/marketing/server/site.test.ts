import { createHash } from 'node:crypto'
import { tmpdir } from 'node:os'
import { gunzipSync } from 'node:zlib'
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { AppError } from '../../../kernel/app-error.ts'
import { createBodyReader } from '../../../platform/bodies/index.ts'
import { openBodies } from '../../../platform/http/body.ts'
import type { HttpEnv } from '../../../platform/http/index.ts'
import type { ContactMessage, SiteView, SiteViewer } from '../contract.ts'
import { createSite, type SiteDeps } from './site.ts'

const CSS = 'h1{color:red}'
const demo = { id: 'w1', subdomain: 'demo', name: 'Loamlark' }
const ids = { productId: 'p', priceId: 'q' }
const frame = { viewer: { signed_in: false } as SiteViewer, demo, year: 2027 }

function site(options: Partial<SiteDeps> = {}) {
  const seen: SiteView[] = []
  const sent: (ContactMessage & { priority?: true })[] = []
  const assets = {
    css: CSS,
    render: (view: SiteView) => {
      seen.push(view)
      return `<h1>${JSON.stringify(view.frame.viewer)}</h1>${'text '.repeat(200)}`
    },
  }
  const { routes, missing } = createSite({
    appUrl: 'https://help.example.com',
    assets: () => assets,
    demo: async () => demo,
    help: async () => ({ id: 'w2', subdomain: 'docs', name: 'Answerloom' }),
    viewer: async () => ({ signed_in: false }),
    checkout: '/subscribe',
    plans: { starter: ids, pro: ids },
    searchDocs: async (query) => [{ title: `About ${query}`, excerpt: '', url: 'https://help.example.com/docs/api' }],
    contact: {
      send: async (message, { priority }) => {
        sent.push(priority ? { ...message, priority: true } : message)
      },
      hasPriority: async (headers) => headers.get('cookie') === 'person=on-pro',
      limit: async () => {},
      times: ['Soon'],
    },
    contactText: 'help@example.com',
    elsewhere: new Map(),
    tryOut: {
      limit: async () => {},
      read: async (url) => ({ url, title: 'Help', words: 2, sections: [], faqs: [] }),
    },
    status: async () => ({ components: [], since: null }),
    now: () => new Date('2027-05-01T00:00:00Z'),
    ...options,
  })
  const app = new Hono<HttpEnv>()
    .use(async (context, next) => {
      context.set('clientAddress', '192.0.2.1')
      context.set('origin', { clientAddress: '192.0.2.1', host: 'help.example.com', protocol: 'https', proxied: false })
      await next()
    })
    .use(openBodies(createBodyReader({ folder: tmpdir() })))
    .onError((error) =>
      Response.json({ message: error.message }, { status: error instanceof AppError ? error.status : 500 }),
    )
    .notFound(missing)
    .route('/', routes)
  return {
    seen,
    sent,
    get: async (at = '/', headers: Record<string, string> = {}) => app.request(at, { headers }),
    post: async (form: Record<string, string>, headers: Record<string, string> = {}) =>
      app.request('/contact', { method: 'POST', body: new URLSearchParams(form), headers }),
  }
}

describe('a page', () => {
  it('is one document whose policy allows inline code by its hash only', async () => {
    const response = await site().get()
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('<link rel="canonical" href="https://help.example.com/">')
    expect(html).toContain(`<style>${CSS}</style>`)
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain(`'sha256-${createHash('sha256').update(CSS).digest('base64')}'`)
    const [, script = ''] = /<script>(.*?)<\/script>/.exec(html) ?? []
    expect(policy).toContain(`'sha256-${createHash('sha256').update(script).digest('base64')}'`)
    expect(policy).toContain("frame-src 'self'")
    expect(policy).not.toContain('unsafe')
    expect(response.headers.get('strict-transport-security')).toBeTruthy()
  })

  it('is rendered once for many requests, with the current year', async () => {
    const { seen, get } = site()
    await Promise.all([get(), get(), get()])
    await get()
    const page = { kind: 'landing', notice: null, checkout: '/subscribe', plans: { starter: ids, pro: ids } }
    expect(seen).toEqual([{ frame, page }])
  })

  it('is compressed for clients that accept it, and not sent again to clients that cache it', async () => {
    const { get } = site()
    const plain = await get()
    const zipped = await get('/', { 'accept-encoding': 'gzip' })
    expect(zipped.headers.get('content-encoding')).toBe('gzip')
    expect(gunzipSync(await zipped.arrayBuffer()).toString()).toBe(await plain.text())
    const again = await get('/', { 'accept-encoding': 'gzip', 'if-none-match': zipped.headers.get('etag') ?? '' })
    expect(again.status).toBe(304)
    expect(zipped.headers.get('vary')).toContain('Accept-Encoding')
  })

  it('is never shared between users who are signed in and visitors', async () => {
    let viewer: SiteViewer = { signed_in: true, subscribed: 'pro' }
    const { get } = site({ viewer: async () => viewer })
    const mine = await get()
    expect(await mine.text()).toContain('"subscribed":"pro"')
    expect(mine.headers.get('cache-control')).toContain('private')
    expect(mine.headers.get('vary')).toContain('Cookie')
    viewer = { signed_in: false }
    expect(await (await get()).text()).toContain('{"signed_in":false}')
  })

  it('is available while the database is unavailable', async () => {
    const gone = () => Promise.reject(new Error('gone'))
    const { seen, get } = site({ viewer: gone, demo: gone })
    expect((await get('/status')).status).toBe(200)
    expect(seen[0]?.frame).toMatchObject({ viewer: { signed_in: false }, demo: null })
  })

  it('shows a notice only for a known name', async () => {
    const { seen, get } = site()
    for (const name of ['account-deleted', 'toString', '<b>', '']) await get(`/?notice=${encodeURIComponent(name)}`)
    expect(seen.map(({ page }) => page.kind === 'landing' && page.notice)).toEqual(['account-deleted', null])
  })

  it('renders again after a failure', async () => {
    let broken = true
    const { get } = site({
      assets: () => {
        if (broken) throw new Error('The build is missing')
        return { css: CSS, render: () => 'here' }
      },
    })
    expect((await get()).status).toBe(500)
    broken = false
    expect(await (await get()).text()).toContain('here')
  })
})

describe('the website', () => {
  it('has its pages, all of them in the sitemap, and returns 404 for other paths', async () => {
    const { get } = site()
    const map = await (await get('/sitemap.xml')).text()
    const paths = [...map.matchAll(/<loc>https:\/\/help\.example\.com(.*?)<\/loc>/g)].map(([, path = '']) => path)
    const named =
      '/ /features /docs /integrations /changelog /help /contact /status /try /privacy /terms /docs/widget /docs/api'
    expect(paths).toEqual(expect.arrayContaining(named.split(' ')))
    for (const path of paths) expect((await get(path)).status, path).toBe(200)
    expect(await (await get('/robots.txt')).text()).toContain('Sitemap: https://help.example.com/sitemap.xml')
    for (const path of ['/no-such-page', '/docs/none', '/docs/..%2fREADME']) {
      const response = await get(path)
      expect(response.status, path).toBe(404)
      expect(await response.text()).toContain('<meta name="robots" content="noindex">')
    }
  })

  it('builds its texts from the repository', async () => {
    const { seen, get } = site()
    for (const path of ['/privacy', '/terms', '/changelog', '/docs/widget']) await get(path)
    const [privacy = '', terms = '', changelog = '', widget = ''] = seen.map(({ page }) =>
      'html' in page ? page.html : '',
    )
    expect(privacy).toContain('contacted by <a href="mailto:help@example.com">')
    expect(terms).toContain('Changes of prices are announced 30 days before they take effect.')
    expect(changelog).toContain('<h2 id="0-1-0-unreleased">')
    expect(widget).toContain('<h2 id="add-a-floating-button">Add a floating button</h2>')
    expect(widget).toContain('<div class="table" tabindex="0"><table>')
    for (const html of [privacy, terms, changelog, widget])
      expect(html).not.toMatch(/href="[^"]*\.md|<script|\{contact\}/)
  })

  it('links to the operator’s own terms and no longer lists its own', async () => {
    const { get } = site({ elsewhere: new Map([['/terms', 'https://www.example.com/terms']]) })
    const led = await get('/terms')
    expect([led.status, led.headers.get('location')]).toEqual([302, 'https://www.example.com/terms'])
    const sitemap = await (await get('/sitemap.xml')).text()
    expect(sitemap).toContain('help.example.com/privacy')
    expect(sitemap).not.toContain('help.example.com/terms')
  })

  it('searches the documentation by words, and shows no error without results', async () => {
    const { seen, get } = site()
    const found = await get('/docs?q=border')
    expect(found.headers.get('cache-control')).toBe('no-store')
    expect(seen[0]?.page).toMatchObject({ kind: 'docs', query: 'border', results: [{ title: 'About border' }] })
    const limit = () => Promise.reject(new AppError('rate_limited', 'rate_limited', 'Too many requests.'))
    expect((await site({ searchDocs: limit }).get('/docs?q=border')).status).toBe(429)
  })
})

describe('the contact form', () => {
  const quiet = { send: async () => {}, hasPriority: async () => false, limit: async () => {}, times: [] }
  const message = {
    first_name: 'Ada',
    last_name: 'Weaver',
    email: 'ada@example.com',
    subject: 'A question',
    message: 'Hello\nthere',
  }

  it('delivers the message and redirects, so that a reload sends nothing again', async () => {
    const { sent, post } = site()
    const response = await post(message)
    expect([response.status, response.headers.get('location')]).toEqual([303, '/contact?sent=1'])
    expect(sent).toEqual([message])
  })

  it('takes the priority of a message from the session, not from the form', async () => {
    const { sent, post } = site()
    await post({ ...message, priority: 'true' }, { 'x-workspace-id': 'w1' })
    await post(message, { cookie: 'person=on-pro' })
    expect(sent).toEqual([message, { ...message, priority: true }])
  })

  it('shows errors beside the submitted values', async () => {
    const { sent, seen, post } = site()
    const typed = { ...message, email: 'nobody', subject: 'a\nBcc: x@example.com', message: ' ' }
    expect((await post(typed)).status).toBe(400)
    expect(sent).toEqual([])
    expect(seen[0]?.page).toMatchObject({
      state: 'refused',
      values: typed,
      errors: {
        email: 'Please enter a valid email address.',
        subject: 'Please enter a subject.',
        message: 'Please enter a message.',
      },
    })
  })

  it('ignores bots, and refuses other sites and visitors over the limit', async () => {
    const bait = site()
    expect((await bait.post({ ...message, website: 'https://spam.example' })).status).toBe(303)
    expect(bait.sent).toEqual([])
    expect((await bait.post(message, { origin: 'https://evil.example' })).status).toBe(403)
    const limit = () => Promise.reject(new AppError('rate_limited', 'rate_limited', 'Too many requests.'))
    const full = site({ contact: { ...quiet, limit } })
    expect((await full.post(message)).status).toBe(429)
    expect(full.seen[0]?.page).toMatchObject({ failure: 'Too many requests.', values: message })
  })

  it('returns 404 when no recipient is configured', async () => {
    const { seen, get, post } = site({ contact: { ...quiet, send: null } })
    await get('/contact')
    expect(seen[0]?.page).toMatchObject({ kind: 'contact', closed: true })
    expect((await post(message)).status).toBe(503)
  })
})
