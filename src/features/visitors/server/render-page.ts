import { compressBody } from '../../../platform/http/index.ts'
import type { PageView } from '../contract.ts'
import type { Language } from '../domain/languages.ts'
import { renderDocument } from './document.ts'
import { missingView } from './page-views.ts'
import { type RenderedResponse, renderedResponse } from './rendered.ts'
import type { VisitorPagesDependencies } from './visitor-pages.ts'

const HTML_TYPE = 'text/html; charset=utf-8'
/**
 * Browsers revalidate on each visit. A shared cache (reverse proxy, CDN) serves a page for one second, and for one more
 * while it revalidates, so a published change is visible within two seconds without a purge. While the server is
 * unreachable, it serves the last page for up to a day.
 */
export const SHARED_CACHING = {
  'cache-control': 'public, max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=86400',
}

type RenderDependencies = Pick<VisitorPagesDependencies, 'assets' | 'appUrl'>

/** A page, compressed and ready to be sent to everybody who asks in its language. */
export async function renderPage(
  { assets, appUrl }: RenderDependencies,
  pageView: PageView,
  renderOptions: { hidden?: boolean; status?: 400 | 429 | 503; headers?: Record<string, string> } = {},
): Promise<RenderedResponse> {
  const isHttps = appUrl.startsWith('https:')
  const { html, headers } = renderDocument(pageView, await assets(), {
    https: isHttps,
    hidden: renderOptions.hidden ?? false,
  })
  const statusCode = pageView.kind === 'missing' ? 404 : (renderOptions.status ?? 200)
  const responseHeaders = {
    'content-type': HTML_TYPE,
    vary: 'Accept-Language',
    ...headers,
    ...(renderOptions.headers ?? SHARED_CACHING),
  }
  return renderedResponse(statusCode, responseHeaders, await compressBody(Buffer.from(html)))
}

/** The page for a workspace or an address that does not exist; the same for all of them. */
export const missingPage = (dependencies: RenderDependencies, language: Language): Promise<RenderedResponse> =>
  renderPage(dependencies, missingView(language))
