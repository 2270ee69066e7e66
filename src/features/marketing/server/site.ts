import { type Context, Hono } from 'hono'
import { AppError } from '../../../kernel/app-error.ts'
import {
  type CompressedBody,
  compressBody,
  etagMatches,
  type HttpApp,
  type HttpEnv,
  negotiateEncoding,
  refuseCrossSite,
} from '../../../platform/http/index.ts'
import { type DocsPage, NOTICES, type Notice, type SitePage, type SiteView, type SiteViewer } from '../contract.ts'
import { contactPage, receiveContact } from './contact.routes.ts'
import { siteDocument } from './document.ts'
import { guideSlugs } from './guides.ts'
import type { SiteDeps } from './site-deps.ts'
import { guideLinks, guidePage, loadSiteTexts } from './site-views.ts'
import { robotsText, sitemapXml } from './sitemap.ts'
import { emptyTry, tryPage } from './try-page.ts'

export type { SiteDeps } from './site-deps.ts'

export interface Site {
  /** The site's pages; mount at the root. */
  routes: HttpApp
  /** Answers an address that nothing else answers. */
  missing(context: Context<HttpEnv>): Promise<Response>
  /** Forgets the rendered pages: in development after a change of the sources. */
  flush(): void
}

interface Rendered {
  headers: Record<string, string>
  body: CompressedBody
}

type Status = 200 | 400 | 404 | 429 | 503

const QUERY_MAX = 500

const noticeOf = (name: string | undefined): Notice | null =>
  name && Object.hasOwn(NOTICES, name) ? (name as Notice) : null

/** The site around the product: rendered on the server, and kept for each of the few kinds of people who ask for it. */
export function createSite(deps: SiteDeps): Site {
  const { guides, texts } = loadSiteTexts(deps.contactText)
  const kept = new Map<string, Promise<Rendered>>()

  async function render(view: SiteView): Promise<Rendered> {
    const { html, headers } = siteDocument(view, await deps.assets(), deps.appUrl)
    return { headers, body: await compressBody(Buffer.from(html)) }
  }

  function keptPage(view: SiteView): Promise<Rendered> {
    // A page that is written as Markdown is known by its address.
    const key = JSON.stringify(view, (name, value) => (name === 'html' ? undefined : value))
    const known = kept.get(key)
    if (known) return known
    const page = render(view)
    kept.set(key, page)
    page.catch(() => kept.delete(key))
    return page
  }

  /** @param keep the page is the same for all people of a kind; otherwise it is made for this request alone */
  async function show(
    context: Context<HttpEnv>,
    page: SitePage,
    options: { status?: Status; keep: boolean },
  ): Promise<Response> {
    // The site works without the database: its status page is needed exactly then.
    const [viewer, demo] = await Promise.all([
      deps.viewer(context).catch((): SiteViewer => ({ signed_in: false })),
      deps.demo().catch(() => null),
    ])
    const year = (deps.now?.() ?? new Date()).getUTCFullYear()
    const view = { frame: { viewer, demo, year }, page }
    const { headers: own, body } = await (options.keep ? keptPage(view) : render(view))
    const encoding = negotiateEncoding(context.req.header('accept-encoding'))
    const { bytes, etag } = body[encoding]
    const headers: Record<string, string> = { ...own, vary: 'Accept-Encoding, Cookie' }
    headers['cache-control'] = !options.keep ? 'no-store' : viewer.signed_in ? 'private, no-cache' : 'no-cache'
    const status = options.status ?? 200
    if (options.keep && status === 200) {
      headers.etag = etag
      if (etagMatches(context.req.header('if-none-match'), etag)) return context.body(null, 304, headers)
    }
    if (bytes !== body.identity.bytes) headers['content-encoding'] = encoding
    headers['content-length'] = String(bytes.byteLength)
    return context.body(new Uint8Array(bytes), status, headers)
  }

  async function docs(context: Context<HttpEnv>): Promise<Response> {
    const query = (context.req.query('q') ?? '').trim().slice(0, QUERY_MAX)
    const help = await deps.help()
    const page: DocsPage = { kind: 'docs', guides: guideLinks(guides()), query, results: null, help }
    if (!query || !help) return show(context, page, { keep: !query })
    try {
      const results = await deps.searchDocs(query, context.var.clientAddress)
      return show(context, { ...page, results }, { keep: false })
    } catch (error) {
      if (error instanceof AppError && error.kind === 'rate_limited')
        return show(context, page, { status: 429, keep: false })
      throw error
    }
  }

  const missing = (context: Context<HttpEnv>) => show(context, { kind: 'missing' }, { status: 404, keep: true })

  const routes: HttpApp = new Hono<HttpEnv>()
  routes.get('/', (context) => {
    const { checkout, plans } = deps
    return show(
      context,
      { kind: 'landing', notice: noticeOf(context.req.query('notice')), checkout, plans },
      { keep: true },
    )
  })
  for (const kind of ['features', 'integrations'] as const)
    routes.get(`/${kind}`, (context) => show(context, { kind }, { keep: true }))
  for (const [path, url] of deps.elsewhere) routes.get(path, (context) => context.redirect(url, 302))
  for (const [path, page] of texts) routes.get(path, (context) => show(context, page(), { keep: true }))
  routes.get('/docs', docs)
  routes.get('/docs/:slug', async (context) => {
    const page = guidePage(guides(), context.req.param('slug'), await deps.help())
    return page ? show(context, page, { keep: true }) : missing(context)
  })
  routes.get('/help', async (context) => show(context, { kind: 'help', help: await deps.help() }, { keep: true }))
  routes.get('/contact', (context) =>
    show(context, contactPage(deps.contact, context.req.query('sent') === '1'), { keep: true }),
  )
  routes.post('/contact', refuseCrossSite(new URL(deps.appUrl)), async (context) => {
    const outcome = await receiveContact(context, deps.contact)
    // Led away from what was sent, so that a reload does not send it again.
    return outcome.sent
      ? context.redirect('/contact?sent=1', 303)
      : show(context, outcome.page, { status: outcome.status, keep: false })
  })
  routes.get('/try', (context) => show(context, emptyTry, { keep: true }))
  routes.post('/try', refuseCrossSite(new URL(deps.appUrl)), async (context) => {
    const { page, status } = await tryPage(context, deps.tryOut)
    return show(context, page, { status, keep: false })
  })
  routes.get('/status', async (context) => {
    const at = (deps.now?.() ?? new Date()).toISOString()
    return show(context, { kind: 'status', ...(await deps.status(context.var.clientAddress)), at }, { keep: false })
  })
  const ownTexts = [...texts.keys()].filter((path) => !deps.elsewhere.has(path))
  const addresses = ['/', '/features', '/integrations', '/help', '/contact', '/status', '/try', ...ownTexts, '/docs']
  const all = [...addresses, ...guideSlugs.map((slug) => `/docs/${slug}`)]
  routes.get('/sitemap.xml', (context) =>
    context.body(sitemapXml(deps.appUrl, all), 200, { 'content-type': 'application/xml' }),
  )
  routes.get('/robots.txt', (context) => context.text(robotsText(deps.appUrl)))
  return { routes, missing, flush: () => kept.clear() }
}
