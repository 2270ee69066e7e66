import { type Context, Hono } from 'hono'
import { type CompressedBody, compressBody, etagMatches, negotiateEncoding } from '../../../platform/http/index.ts'
import {
  type LandingDemo,
  type LandingView,
  type LandingViewer,
  type MarketingAssets,
  NOTICES,
  type Notice,
  type PageLink,
} from '../contract.ts'
import { landingDocument } from './document.ts'

export { loadMarketingAssets } from './assets.ts'

export interface MarketingPagesDeps {
  /** The instance's own address, without a slash at the end. */
  appUrl: string
  /** Called for each render, so that development can hand out the newest. */
  assets(): MarketingAssets | Promise<MarketingAssets>
  /** The demo workspace to show, or null where there is none. */
  demo(): LandingDemo | null | Promise<LandingDemo | null>
  /** Who is asking; everybody counts as signed out when this is left out. */
  viewer?(c: Context): LandingViewer | Promise<LandingViewer>
  /** Where a person who is signed in subscribes; leave it out while there is nowhere to. */
  checkout?: string
  /** Further pages of this instance, for the footer: only such as exist. */
  links?: readonly PageLink[]
  now?: () => Date
}

export interface MarketingPages {
  /** `GET /`; mount at the root. */
  routes: Hono
  /** Forgets the rendered pages: in development after a change of the sources. */
  flush(): void
}

interface Page {
  headers: Record<string, string>
  body: CompressedBody
}

const noticeOf = (name: string | undefined): Notice | null =>
  name && Object.hasOwn(NOTICES, name) ? (name as Notice) : null

/** The landing page, rendered and compressed once for each of the few kinds of people who can ask for it. */
export function createMarketingPages(deps: MarketingPagesDeps): MarketingPages {
  const pages = new Map<string, Promise<Page>>()

  async function renderPage(view: LandingView): Promise<Page> {
    const { html, headers } = landingDocument(view, await deps.assets(), deps.appUrl)
    return { headers, body: await compressBody(Buffer.from(html)) }
  }

  function pageFor(view: LandingView): Promise<Page> {
    const key = JSON.stringify([view.viewer, view.notice, view.demo, view.year])
    const known = pages.get(key)
    if (known) return known
    const page = renderPage(view)
    pages.set(key, page)
    page.catch(() => pages.delete(key))
    return page
  }

  const routes = new Hono()
  routes.get('/', async (c) => {
    const viewer = (await deps.viewer?.(c)) ?? { signed_in: false as const }
    const year = (deps.now?.() ?? new Date()).getUTCFullYear()
    const page = await pageFor({
      viewer,
      notice: noticeOf(c.req.query('notice')),
      demo: await deps.demo(),
      checkout: deps.checkout ?? null,
      links: deps.links ?? [],
      year,
    })
    const encoding = negotiateEncoding(c.req.header('accept-encoding'))
    const { bytes, etag } = page.body[encoding]
    const headers: Record<string, string> = {
      ...page.headers,
      'cache-control': viewer.signed_in ? 'private, no-cache' : 'no-cache',
      vary: deps.viewer ? 'Accept-Encoding, Cookie' : 'Accept-Encoding',
      etag,
    }
    if (etagMatches(c.req.header('if-none-match'), etag)) return c.body(null, 304, headers)
    if (bytes !== page.body.identity.bytes) headers['content-encoding'] = encoding
    headers['content-length'] = String(bytes.byteLength)
    return c.body(new Uint8Array(bytes), 200, headers)
  })
  return { routes, flush: () => pages.clear() }
}
