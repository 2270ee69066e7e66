import { type Context, Hono, type Next } from 'hono'
import { type HttpApp, type HttpEnv, textBody } from '../../../platform/http/index.ts'
import { VISITOR_QUESTION_MAX } from '../../answering/contract.ts'
import { MCP_PATH } from '../../mcp/contract.ts'
import { isMcpRequest } from '../../mcp/server/index.ts'
import type { Language } from '../domain/languages.ts'
import { isFile, isSubdomain, keyOf, listVariant, type PageAddress, queryText, readAddress, VOTED } from './address.ts'
import { categorySlugOf, categoryView, otherLayoutAddress, pageNumber, renamedAddress } from './collections.ts'
import { sendVoteForm } from './faq-vote-form.ts'
import { readPersonForm, sendPersonForm } from './handoff-form.ts'
import type { CachedWorkspace, PageCache } from './page-cache.ts'
import { pageFile } from './page-files.ts'
import { settingOf } from './page-setting.ts'
import { faqView, listView } from './page-views.ts'
import { renderPage } from './render-page.ts'
import { type Rendered, respond } from './rendered.ts'
import { sourcePage, sourceSlugOf } from './source-routes.ts'
import type { VisitorPagesDeps } from './visitor-pages.ts'
import { searchForVisitor } from './visitor-search.ts'

const NEVER_KEPT = { 'cache-control': 'no-store' }
/** In the address of the page that says that the question has reached a person. */
const SENT = 'sent'

/** Files that a custom domain serves in addition to its pages: everything these load. */
const SHARED_PATHS = [
  '/api/public/',
  '/api/v1/public/',
  '/visitor-assets/',
  '/header-presets/',
  '/brand-fonts/',
  '/files/',
  '/favicon.svg',
]

function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text)
  } catch {
    return null
  }
}

/** The pages below `/faq/` and on the workspaces' own domains. `missing` gives the page for what does not exist. */
export function pageRoutes(
  deps: VisitorPagesDeps,
  cache: PageCache,
  missing: (language: Language | null) => Promise<Rendered>,
) {
  async function list(context: Context<HttpEnv>, address: PageAddress, entry: CachedWorkspace): Promise<Rendered> {
    const { subdomain, query } = address
    const { page } = entry
    const setting = settingOf(page, address, deps.appUrl)
    const category = query?.get('category') || null
    const number = pageNumber(address)
    const text = queryText(query, VISITOR_QUESTION_MAX)
    if (text) {
      // Target of the handoff form: reloading that page sends nothing.
      const sent = query?.get(SENT) === '1'
      const ask = !sent && context.req.method === 'GET' && query?.get('ask') === '1'
      const person = sent ? { sent } : null
      const request = {
        subdomain,
        lang: setting.place.lang,
        url: setting.place.canonical,
        query: text,
        page: number,
        ask,
        person,
      }
      const { search, retryAfter } = await searchForVisitor(deps, request, setting.texts.help, context)
      const view = listView(page, setting, { category: null, page: 1, search })
      if (retryAfter === null) return renderPage(deps, view, { headers: NEVER_KEPT })
      return renderPage(deps, view, { status: 429, headers: { ...NEVER_KEPT, 'retry-after': String(retryAfter) } })
    }
    const view = listView(page, setting, { category, page: number, search: null })
    const make = () => renderPage(deps, view, { hidden: page.noindex })
    // An unknown category would let visitors fill the cache with empty lists.
    if (category !== null && !view.categories.includes(category)) return make()
    return cache.render(subdomain, entry, keyOf(address, listVariant(category, view.page.number)), make)
  }

  async function below(address: PageAddress, entry: CachedWorkspace): Promise<Rendered> {
    const { subdomain, rest } = address
    const { page } = entry
    const slug = sourceSlugOf(rest)
    if (slug !== null) {
      const source = await sourcePage(deps, cache, entry, { address, slug })
      return source ?? missing(address.asked ?? address.language)
    }
    const category = categorySlugOf(rest)
    if (category !== null) {
      const view = categoryView(page, settingOf(page, address, deps.appUrl), {
        slug: category,
        number: pageNumber(address),
      })
      if (!view) return missing(address.asked ?? address.language)
      const key = keyOf(address, rest + listVariant(null, view.page.number))
      return cache.render(subdomain, entry, key, () => renderPage(deps, view, { hidden: page.noindex }))
    }
    if (isFile(rest)) {
      const make = pageFile(page, rest, { appUrl: deps.appUrl, onDomain: address.onDomain })
      return make
        ? cache.render(subdomain, entry, keyOf(address, rest), make)
        : missing(address.asked ?? address.language)
    }
    const hasVoted = address.query?.has(VOTED) ?? false
    const slugged = decoded(rest.slice(1)) ?? ''
    const view = faqView(page, settingOf(page, address, deps.appUrl), slugged, hasVoted ? 'sent' : null)
    if (!view) return missing(address.asked ?? address.language)
    if (hasVoted) return renderPage(deps, view, { hidden: true, headers: NEVER_KEPT })
    const make = () => renderPage(deps, view, { hidden: page.noindex })
    return cache.render(subdomain, entry, keyOf(address, `/${encodeURIComponent(view.faq.slug)}`), make)
  }

  /** Takes the form below a FAQ; the page comes again where the vote cannot be sent. */
  async function receiveVote(
    context: Context<HttpEnv>,
    address: PageAddress,
    { page }: CachedWorkspace,
  ): Promise<Response> {
    const { subdomain } = page.workspace
    const setting = settingOf(page, address, deps.appUrl)
    const slug = decoded(address.rest.slice(1)) ?? ''
    const view = faqView(page, setting, slug, 'failed')
    if (!view) return respond(context, await missing(address.asked ?? address.language))
    const outcome = await sendVoteForm(deps, { subdomain, view, body: await textBody(context) }, context)
    if (outcome.sent) {
      const { base, asked } = setting.place
      const query = new URLSearchParams({ [VOTED]: '1', ...(asked && { lang: asked }) })
      return context.redirect(`${base}/${encodeURIComponent(view.faq.slug)}?${query}`, 303)
    }
    const { status, retryAfter } = outcome
    const headers = retryAfter === null ? NEVER_KEPT : { ...NEVER_KEPT, 'retry-after': String(retryAfter) }
    return respond(context, await renderPage(deps, view, { hidden: true, status, headers }))
  }

  /** Takes the form that asks for a person; the page comes again where it cannot be sent. */
  async function receive(context: Context<HttpEnv>, domainOf: string | null): Promise<Response> {
    const { pathname, search } = new URL(context.req.url)
    const address = readAddress(`${pathname}${search}`, {
      acceptLanguage: context.req.header('accept-language'),
      domainOf,
    })
    const known = address !== null && isSubdomain(address.subdomain)
    const entry = known ? await cache.workspace(address.subdomain) : null
    if (address && entry && address.rest !== '') return receiveVote(context, address, entry)
    if (!address || !entry) return respond(context, await missing(address && (address.asked ?? address.language)))
    const { page } = entry
    const { subdomain } = page.workspace
    const setting = settingOf(page, address, deps.appUrl)
    const { base, asked, canonical: url } = setting.place
    const form = readPersonForm(await textBody(context), VISITOR_QUESTION_MAX)
    const lang: Record<string, string> = asked ? { lang: asked } : {}
    if (!form.question) return context.redirect(`${base || '/'}${asked && `?lang=${asked}`}`, 303)
    const outcome = await sendPersonForm(deps, form, { subdomain, url, texts: setting.texts.help }, context)
    if (outcome.sent) {
      const query = new URLSearchParams({ q: form.question, [SENT]: '1', ...lang })
      return context.redirect(`${base || '/'}?${query}`, 303)
    }
    const { person, status, retryAfter } = outcome
    const request = {
      subdomain,
      lang: setting.place.lang,
      url,
      query: form.question,
      ask: false,
      person,
      conversation: form.conversation,
    }
    const found = await searchForVisitor(deps, request, setting.texts.help, context)
    const view = listView(page, setting, { category: null, page: 1, search: found.search })
    const headers = retryAfter === null ? NEVER_KEPT : { ...NEVER_KEPT, 'retry-after': String(retryAfter) }
    return respond(context, await renderPage(deps, view, { status, headers }))
  }

  async function answer(context: Context<HttpEnv>, domainOf: string | null): Promise<Response> {
    const { pathname, search } = new URL(context.req.url)
    // Two slashes in front would name a host.
    if (pathname !== '/' && pathname.endsWith('/')) {
      const parts = pathname.split('/').filter((part) => part !== '')
      return context.redirect(`/${parts.join('/')}${search}`, 308)
    }
    const acceptLanguage = context.req.header('accept-language')
    const address = readAddress(`${pathname}${search}`, { acceptLanguage, domainOf })
    const entry = address && isSubdomain(address.subdomain) ? await cache.workspace(address.subdomain) : null
    if (!address || !entry) return respond(context, await missing(address && (address.asked ?? address.language)))
    const { subdomain } = entry.page.workspace
    // The other layout's address of a category.
    const moved = otherLayoutAddress(entry.page, settingOf(entry.page, address, deps.appUrl), address)
    if (moved) return context.redirect(moved, 302)
    const renamed = renamedAddress(entry.page, settingOf(entry.page, address, deps.appUrl), address)
    if (renamed) return context.redirect(renamed, 301)
    // Reached by the name it had before.
    if (subdomain !== address.subdomain) return context.redirect(`/faq/${subdomain}${address.rest}${search}`, 308)
    return respond(context, await (address.rest === '' ? list(context, address, entry) : below(address, entry)))
  }

  /**
   * Responds on custom domains, which have nothing but the workspace's pages; calls the next handler on other hosts.
   */
  async function onDomain(context: Context<HttpEnv>, next: Next): Promise<Response | undefined> {
    const subdomain = await deps.domains.find(context.var.origin.host)
    const { path } = context.req
    const isShared =
      SHARED_PATHS.some((prefix) => path.startsWith(prefix)) || (path === MCP_PATH && isMcpRequest(context))
    if (subdomain === null || isShared) {
      await next()
      return undefined
    }
    if (context.req.method === 'POST') return receive(context, subdomain)
    return context.req.method === 'GET' || context.req.method === 'HEAD'
      ? answer(context, subdomain)
      : respond(context, await missing(null))
  }

  const routes: HttpApp = new Hono<HttpEnv>()
    .get('/faq/:subdomain', (context) => answer(context, null))
    .post('/faq/:subdomain', (context) => receive(context, null))
    .get('/faq/:subdomain/*', (context) => answer(context, null))
    .post('/faq/:subdomain/*', (context) => receive(context, null))
  return { routes, onDomain }
}
