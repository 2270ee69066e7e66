import { compressBody } from '../../../platform/http/index.ts'
import type { PageView } from '../contract.ts'
import type { Language } from '../domain/languages.ts'
import { documentOf } from './document.ts'
import { missingView } from './page-views.ts'
import { type Rendered, rendered } from './rendered.ts'
import type { VisitorPagesDeps } from './visitor-pages.ts'

const HTML = 'text/html; charset=utf-8'
/**
 * Browsers revalidate on each visit. A shared cache (reverse proxy, CDN) serves a page for one second, and for one more
 * while it revalidates, so a published change is visible within two seconds without a purge. While the server is
 * unreachable, it serves the last page for up to a day.
 */
export const SHARED_CACHING = {
  'cache-control': 'public, max-age=0, s-maxage=1, stale-while-revalidate=1, stale-if-error=86400',
}

type Rendering = Pick<VisitorPagesDeps, 'assets' | 'appUrl'>

/** A page, compressed and ready to be sent to everybody who asks in its language. */
export async function renderPage(
  { assets, appUrl }: Rendering,
  view: PageView,
  options: { hidden?: boolean; status?: 400 | 429 | 503; headers?: Record<string, string> } = {},
): Promise<Rendered> {
  const https = appUrl.startsWith('https:')
  const { html, headers } = documentOf(view, await assets(), { https, hidden: options.hidden ?? false })
  const status = view.kind === 'missing' ? 404 : (options.status ?? 200)
  const all = { 'content-type': HTML, vary: 'Accept-Language', ...headers, ...(options.headers ?? SHARED_CACHING) }
  return rendered(status, all, await compressBody(Buffer.from(html)))
}

/** The page for a workspace or an address that does not exist; the same for all of them. */
export const missingPage = (deps: Rendering, language: Language): Promise<Rendered> =>
  renderPage(deps, missingView(language))
