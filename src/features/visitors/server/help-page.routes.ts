import { type Context, Hono, type Next } from 'hono'
import { type HttpApp, type HttpEnv, textBody } from '../../../platform/http/index.ts'
import { VISITOR_QUESTION_MAX } from '../../answering/contract.ts'
import { MCP_PATH } from '../../mcp/contract.ts'
import { isMcpRequest } from '../../mcp/server/index.ts'
import type { PublicPage } from '../contract.ts'
import type { Language } from '../domain/languages.ts'
import {
  cacheVariant,
  isFilePath,
  isSubdomain,
  listVariant,
  type PageAddress,
  queryText,
  readPageAddress,
  VOTED_PARAMETER,
} from './address.ts'
import { categorySlugOf, categoryView, otherLayoutAddress, pageNumber, renamedCategoryAddress } from './collections.ts'
import { sendVoteForm } from './faq-vote-form.ts'
import { readPersonForm, sendPersonForm } from './handoff-form.ts'
import type { CachedWorkspace, PageCache } from './page-cache.ts'
import { findPageFile } from './page-files.ts'
import { pageSettingOf } from './page-setting.ts'
import { faqView, listView } from './page-views.ts'
import { renderPage } from './render-page.ts'
import { type RenderedResponse, sendRendered } from './rendered.ts'
import { renderSourcePage, sourceSlugOf } from './source-routes.ts'
import type { VisitorPagesDependencies } from './visitor-pages.ts'
import { searchForVisitor } from './visitor-search.ts'

const NO_STORE_HEADERS = { 'cache-control': 'no-store' }
/** In the address of the page that says that the question has reached a person. */
const SENT_PARAMETER = 'sent'

/** Files that a custom domain serves in addition to its pages: everything these load. */
const SHARED_PATH_PREFIXES = [
  '/api/public/',
  '/api/v1/public/',
  '/visitor-assets/',
  '/header-presets/',
  '/brand-fonts/',
  '/files/',
  '/favicon.svg',
]

const uncachedHeaders = (retryAfter: number | null): Record<string, string> =>
  retryAfter === null ? NO_STORE_HEADERS : { ...NO_STORE_HEADERS, 'retry-after': String(retryAfter) }

function decodePath(encodedPath: string): string | null {
  try {
    return decodeURIComponent(encodedPath)
  } catch {
    return null
  }
}

/** The pages below `/faq/` and on the workspaces' own domains. `missingPageIn` gives the page for what does not exist. */
export function helpPageRoutes(
  dependencies: VisitorPagesDependencies,
  pageCache: PageCache,
  missingPageIn: (language: Language | null) => Promise<RenderedResponse>,
) {
  const settingFor = (page: PublicPage, address: PageAddress) => pageSettingOf(page, address, dependencies.appUrl)
  const renderMissing = (address: PageAddress | null) => missingPageIn(address && (address.asked ?? address.language))

  /** The requested page's address and workspace; null where it is no address of a page, or there is none. */
  async function findWorkspace(httpContext: Context<HttpEnv>, domainOf: string | null) {
    const { pathname, search } = new URL(httpContext.req.url)
    const acceptLanguage = httpContext.req.header('accept-language')
    const pageAddress = readPageAddress(`${pathname}${search}`, { acceptLanguage, domainOf })
    const mayExist = pageAddress !== null && isSubdomain(pageAddress.subdomain)
    return { pageAddress, cachedWorkspace: mayExist ? await pageCache.workspace(pageAddress.subdomain) : null }
  }

  async function renderList(
    httpContext: Context<HttpEnv>,
    pageAddress: PageAddress,
    cachedWorkspace: CachedWorkspace,
  ): Promise<RenderedResponse> {
    const { subdomain, query } = pageAddress
    const { page } = cachedWorkspace
    const pageSetting = settingFor(page, pageAddress)
    const chosenCategory = query?.get('category') || null
    const requestedPage = pageNumber(pageAddress)
    const searchText = queryText(query, VISITOR_QUESTION_MAX)
    if (searchText) {
      // Target of the handoff form: reloading that page sends nothing.
      const isHandedOff = query?.get(SENT_PARAMETER) === '1'
      const shouldAsk = !isHandedOff && httpContext.req.method === 'GET' && query?.get('ask') === '1'
      const personAsked = isHandedOff ? { sent: isHandedOff } : null
      const searchRequest = {
        subdomain,
        lang: pageSetting.place.lang,
        url: pageSetting.place.canonical,
        query: searchText,
        page: requestedPage,
        ask: shouldAsk,
        person: personAsked,
      }
      const { help } = pageSetting.texts
      const { search, retryAfter } = await searchForVisitor(dependencies, searchRequest, help, httpContext)
      const searchView = listView(page, pageSetting, { category: null, page: 1, search })
      const headers = uncachedHeaders(retryAfter)
      return renderPage(dependencies, searchView, retryAfter === null ? { headers } : { status: 429, headers })
    }
    const pageView = listView(page, pageSetting, { category: chosenCategory, page: requestedPage, search: null })
    const renderVariant = () => renderPage(dependencies, pageView, { hidden: page.noindex })
    // An unknown category would let visitors fill the cache with empty lists.
    if (chosenCategory !== null && !pageView.categories.includes(chosenCategory)) return renderVariant()
    const variantKey = cacheVariant(pageAddress, listVariant(chosenCategory, pageView.page.number))
    return pageCache.render(subdomain, cachedWorkspace, variantKey, renderVariant)
  }

  async function renderSubpage(pageAddress: PageAddress, cachedWorkspace: CachedWorkspace): Promise<RenderedResponse> {
    const { subdomain, rest } = pageAddress
    const { page } = cachedWorkspace
    const sourceSlug = sourceSlugOf(rest)
    if (sourceSlug !== null) {
      const sourceRequest = { address: pageAddress, slug: sourceSlug }
      const renderedSource = await renderSourcePage(dependencies, pageCache, cachedWorkspace, sourceRequest)
      return renderedSource ?? renderMissing(pageAddress)
    }
    const categorySlug = categorySlugOf(rest)
    if (categorySlug !== null) {
      const collectionView = categoryView(page, settingFor(page, pageAddress), {
        slug: categorySlug,
        number: pageNumber(pageAddress),
      })
      if (!collectionView) return renderMissing(pageAddress)
      const variantKey = cacheVariant(pageAddress, rest + listVariant(null, collectionView.page.number))
      return pageCache.render(subdomain, cachedWorkspace, variantKey, () =>
        renderPage(dependencies, collectionView, { hidden: page.noindex }),
      )
    }
    if (isFilePath(rest)) {
      const renderFile = findPageFile(page, rest, { appUrl: dependencies.appUrl, onDomain: pageAddress.onDomain })
      return renderFile
        ? pageCache.render(subdomain, cachedWorkspace, cacheVariant(pageAddress, rest), renderFile)
        : renderMissing(pageAddress)
    }
    const hasVoted = pageAddress.query?.has(VOTED_PARAMETER) ?? false
    const requestedSlug = decodePath(rest.slice(1)) ?? ''
    const pageView = faqView(page, settingFor(page, pageAddress), requestedSlug, hasVoted ? 'sent' : null)
    if (!pageView) return renderMissing(pageAddress)
    if (hasVoted) return renderPage(dependencies, pageView, { hidden: true, headers: NO_STORE_HEADERS })
    const renderVariant = () => renderPage(dependencies, pageView, { hidden: page.noindex })
    const variantKey = cacheVariant(pageAddress, `/${encodeURIComponent(pageView.faq.slug)}`)
    return pageCache.render(subdomain, cachedWorkspace, variantKey, renderVariant)
  }

  /** Takes the form below a FAQ; the page comes again where the vote cannot be sent. */
  async function receiveVote(
    httpContext: Context<HttpEnv>,
    pageAddress: PageAddress,
    { page }: CachedWorkspace,
  ): Promise<Response> {
    const { subdomain } = page.workspace
    const pageSetting = settingFor(page, pageAddress)
    const requestedSlug = decodePath(pageAddress.rest.slice(1)) ?? ''
    const pageView = faqView(page, pageSetting, requestedSlug, 'failed')
    if (!pageView) return sendRendered(httpContext, await renderMissing(pageAddress))
    const voteForm = { subdomain, view: pageView, body: await textBody(httpContext) }
    const voteOutcome = await sendVoteForm(dependencies, voteForm, httpContext)
    if (voteOutcome.sent) {
      const { base, asked } = pageSetting.place
      const votedParameters = new URLSearchParams({ [VOTED_PARAMETER]: '1', ...(asked && { lang: asked }) })
      return httpContext.redirect(`${base}/${encodeURIComponent(pageView.faq.slug)}?${votedParameters}`, 303)
    }
    const { status, retryAfter } = voteOutcome
    const renderOptions = { hidden: true, status, headers: uncachedHeaders(retryAfter) }
    return sendRendered(httpContext, await renderPage(dependencies, pageView, renderOptions))
  }

  /** Takes the form that asks for a person; the page comes again where it cannot be sent. */
  async function receiveForm(httpContext: Context<HttpEnv>, domainOf: string | null): Promise<Response> {
    const { pageAddress, cachedWorkspace } = await findWorkspace(httpContext, domainOf)
    if (!pageAddress || !cachedWorkspace) return sendRendered(httpContext, await renderMissing(pageAddress))
    if (pageAddress.rest !== '') return receiveVote(httpContext, pageAddress, cachedWorkspace)
    const { page } = cachedWorkspace
    const { subdomain } = page.workspace
    const pageSetting = settingFor(page, pageAddress)
    const { base, asked, canonical: url } = pageSetting.place
    const personForm = readPersonForm(await textBody(httpContext), VISITOR_QUESTION_MAX)
    const languageParameter: Record<string, string> = asked ? { lang: asked } : {}
    if (!personForm.question) return httpContext.redirect(`${base || '/'}${asked && `?lang=${asked}`}`, 303)
    const pageOptions = { subdomain, url, texts: pageSetting.texts.help }
    const personOutcome = await sendPersonForm(dependencies, personForm, pageOptions, httpContext)
    if (personOutcome.sent) {
      const sentParameters = { q: personForm.question, [SENT_PARAMETER]: '1', ...languageParameter }
      return httpContext.redirect(`${base || '/'}?${new URLSearchParams(sentParameters)}`, 303)
    }
    const { person, status, retryAfter } = personOutcome
    const searchRequest = {
      subdomain,
      lang: pageSetting.place.lang,
      url,
      query: personForm.question,
      ask: false,
      person,
      conversation: personForm.conversation,
    }
    const searched = await searchForVisitor(dependencies, searchRequest, pageSetting.texts.help, httpContext)
    const searchView = listView(page, pageSetting, { category: null, page: 1, search: searched.search })
    const renderOptions = { status, headers: uncachedHeaders(retryAfter) }
    return sendRendered(httpContext, await renderPage(dependencies, searchView, renderOptions))
  }

  async function respondToGet(httpContext: Context<HttpEnv>, domainOf: string | null): Promise<Response> {
    const { pathname, search } = new URL(httpContext.req.url)
    // Two slashes in front would name a host.
    if (pathname !== '/' && pathname.endsWith('/')) {
      const pathSegments = pathname.split('/').filter((pathSegment) => pathSegment !== '')
      return httpContext.redirect(`/${pathSegments.join('/')}${search}`, 308)
    }
    const { pageAddress, cachedWorkspace } = await findWorkspace(httpContext, domainOf)
    if (!pageAddress || !cachedWorkspace) return sendRendered(httpContext, await renderMissing(pageAddress))
    const { page } = cachedWorkspace
    const { subdomain } = page.workspace
    const pageSetting = settingFor(page, pageAddress)
    // The other layout's address of a category.
    const otherLayoutPath = otherLayoutAddress(page, pageSetting, pageAddress)
    if (otherLayoutPath) return httpContext.redirect(otherLayoutPath, 302)
    const renamedPath = renamedCategoryAddress(page, pageSetting, pageAddress)
    if (renamedPath) return httpContext.redirect(renamedPath, 301)
    // Reached by the name it had before.
    if (subdomain !== pageAddress.subdomain)
      return httpContext.redirect(`/faq/${subdomain}${pageAddress.rest}${search}`, 308)
    return sendRendered(
      httpContext,
      await (pageAddress.rest === ''
        ? renderList(httpContext, pageAddress, cachedWorkspace)
        : renderSubpage(pageAddress, cachedWorkspace)),
    )
  }

  /**
   * Responds on custom domains, which have nothing but the workspace's pages; calls the next handler on other hosts.
   */
  async function respondOnDomain(httpContext: Context<HttpEnv>, nextHandler: Next): Promise<Response | undefined> {
    const subdomain = await dependencies.domains.find(httpContext.var.origin.host)
    const { path } = httpContext.req
    const isShared =
      SHARED_PATH_PREFIXES.some((pathPrefix) => path.startsWith(pathPrefix)) ||
      (path === MCP_PATH && isMcpRequest(httpContext))
    if (subdomain === null || isShared) {
      await nextHandler()
      return undefined
    }
    if (httpContext.req.method === 'POST') return receiveForm(httpContext, subdomain)
    return httpContext.req.method === 'GET' || httpContext.req.method === 'HEAD'
      ? respondToGet(httpContext, subdomain)
      : sendRendered(httpContext, await renderMissing(null))
  }

  const pageRoutes: HttpApp = new Hono<HttpEnv>()
    .get('/faq/:subdomain', (httpContext) => respondToGet(httpContext, null))
    .post('/faq/:subdomain', (httpContext) => receiveForm(httpContext, null))
    .get('/faq/:subdomain/*', (httpContext) => respondToGet(httpContext, null))
    .post('/faq/:subdomain/*', (httpContext) => receiveForm(httpContext, null))
  return { routes: pageRoutes, onDomain: respondOnDomain }
}
