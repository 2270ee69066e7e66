import { type Context, Hono } from 'hono'
import { compressBody, type HttpApp, type HttpEnv, securityHeaders } from '../../../platform/http/index.ts'
import { VISITOR_QUESTION_MAX } from '../../answering/contract.ts'
import type { PageView } from '../contract.ts'
import { llmsTextOf, sitemapOf } from '../domain/feeds.ts'
import { isSubdomain, listVariant, type PageAddress, queryText, readAddress } from './address.ts'
import { documentOf } from './document.ts'
import type { CachedWorkspace, PageCache } from './page-cache.ts'
import { faqView, listView, missingView, placeOf } from './page-views.ts'
import { type Rendered, rendered, replyTo } from './rendered.ts'
import type { VisitorPagesDeps } from './visitor-pages.ts'
import { searchForVisitor } from './visitor-search.ts'

const HTML = 'text/html; charset=utf-8'
// May be kept, must be asked about each time: an edit shows at once, and an unchanged page costs a 304.
const REVALIDATE = { 'cache-control': 'no-cache' }
const NEVER_KEPT = { 'cache-control': 'no-store' }

async function renderPage(
  deps: VisitorPagesDeps,
  view: PageView,
  options: { hidden?: boolean; status?: 429; headers?: Record<string, string> } = {},
): Promise<Rendered> {
  const { html, headers } = documentOf(view, await deps.assets(), deps.appUrl, options.hidden ?? false)
  return rendered(
    view.kind === 'missing' ? 404 : (options.status ?? 200),
    { 'content-type': HTML, ...headers, ...(options.headers ?? REVALIDATE) },
    await compressBody(Buffer.from(html)),
  )
}

/** The page for a workspace or an address that does not exist; the same for all of them. */
export const missingPage = (deps: VisitorPagesDeps): Promise<Rendered> => renderPage(deps, missingView())

const textPage = async (type: string, text: string): Promise<Rendered> =>
  rendered(
    200,
    { 'content-type': type, ...securityHeaders('api'), ...REVALIDATE },
    await compressBody(Buffer.from(text)),
  )

function send(c: Context<HttpEnv>, page: Rendered): Response {
  const reply = replyTo(
    {
      method: c.req.method,
      acceptEncoding: c.req.header('accept-encoding'),
      ifNoneMatch: c.req.header('if-none-match'),
    },
    page,
  )
  return new Response(reply.body as Uint8Array<ArrayBuffer> | null, { status: reply.status, headers: reply.headers })
}

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** Everything below `/faq/`. `missing` gives the page for what does not exist. */
export function pageRoutes(deps: VisitorPagesDeps, cache: PageCache, missing: () => Promise<Rendered>): HttpApp {
  async function list(
    c: Context<HttpEnv>,
    { subdomain, query }: PageAddress,
    entry: CachedWorkspace,
  ): Promise<Rendered> {
    const { page } = entry
    const place = placeOf(subdomain)
    const category = query?.get('category') || null
    const number = Number(query?.get('page')) || 1
    const text = queryText(query, VISITOR_QUESTION_MAX)
    if (text) {
      const wish = { subdomain, base: place.base, query: text, ask: query?.get('ask') === '1' }
      const { search, retryAfter } = await searchForVisitor(deps, wish, c)
      const view = listView(page, place, { category: null, page: 1, search })
      if (retryAfter === null) return renderPage(deps, view, { headers: NEVER_KEPT })
      return renderPage(deps, view, { status: 429, headers: { ...NEVER_KEPT, 'retry-after': String(retryAfter) } })
    }
    const view = listView(page, place, { category, page: number, search: null })
    const make = () => renderPage(deps, view, { hidden: page.noindex })
    // A category nobody has would let strangers fill the cache with empty lists.
    if (category !== null && !view.categories.includes(category)) return make()
    return cache.render(subdomain, entry, listVariant(category, view.page.number), make)
  }

  async function below({ subdomain, rest }: PageAddress, entry: CachedWorkspace): Promise<Rendered> {
    const { page } = entry
    const place = placeOf(subdomain)
    const url = `${deps.appUrl}${place.base}`
    const keep = (make: () => Promise<Rendered>) => cache.render(subdomain, entry, rest, make)
    if (rest === '/sitemap.xml') return keep(() => textPage('application/xml; charset=utf-8', sitemapOf(page, url)))
    if (rest === '/llms.txt') {
      return keep(() => textPage('text/plain; charset=utf-8', llmsTextOf(page, url)))
    }
    const view = faqView(page, place, decoded(rest.slice(1)) ?? '')
    if (!view) return missing()
    const make = () => renderPage(deps, view, { hidden: page.noindex })
    return cache.render(subdomain, entry, `/${encodeURIComponent(view.faq.slug)}`, make)
  }

  async function respond(c: Context<HttpEnv>): Promise<Response> {
    const { pathname, search } = new URL(c.req.url)
    if (pathname.endsWith('/')) return c.redirect(`${pathname.replace(/\/+$/, '')}${search}`, 308)
    const address = readAddress(`${pathname}${search}`)
    const entry = address && isSubdomain(address.subdomain) ? await cache.workspace(address.subdomain) : null
    if (!address || !entry) return send(c, await missing())
    return send(c, await (address.rest === '' ? list(c, address, entry) : below(address, entry)))
  }

  return new Hono<HttpEnv>().get('/faq/:subdomain', respond).get('/faq/:subdomain/*', respond)
}
