import type { IncomingMessage, ServerResponse } from 'node:http'
import { DEFAULT_LANGUAGE, type Language } from '../domain/languages.ts'
import { readAddress, variantOf } from './address.ts'
import { PageCache } from './page-cache.ts'
import { pageRoutes } from './page-routes.ts'
import { missingPage } from './render-page.ts'
import { type Rendered, sendDirectly } from './rendered.ts'
import type { VisitorPages, VisitorPagesDeps } from './visitor-pages.ts'

export { FRAME_FAQS_MAX, type FrameSource } from '../domain/frame.ts'
export { loadVisitorAssets } from './assets.ts'
export { contentLanguage } from './content-language.ts'
export { createWidgetFrames } from './create-widget-frames.ts'
export { type FrameAssets, loadFrameAssets } from './frame-assets.ts'
export { createVisitorsRoutes } from './routes.ts'
export type { VisitorPages, VisitorPagesDeps } from './visitor-pages.ts'
export type { WidgetFrames } from './widget-frames.ts'
export { widgetPages } from './widget-pages.table.ts'
export { recordWidgetPages } from './widget-pages.ts'

const CACHE_BYTES = 64 * 1024 * 1024

/** The public pages of all workspaces: rendered on the server once, then answered from memory until they change. */
export function createVisitorPages(deps: VisitorPagesDeps): VisitorPages {
  const cache = new PageCache(deps.loadPublicPage, deps.cacheBytes ?? CACHE_BYTES)
  const missing = new Map<Language, Promise<Rendered>>()
  const ready = new Map<Language, Rendered>()

  function missingIn(wanted: Language | null): Promise<Rendered> {
    const language = wanted ?? DEFAULT_LANGUAGE
    const known = missing.get(language)
    if (known) return known
    const making = missingPage(deps, language)
    missing.set(language, making)
    making.then(
      (page) => ready.set(language, page),
      () => missing.delete(language),
    )
    return making
  }

  function before(req: IncomingMessage, res: ServerResponse): boolean {
    if (req.method !== 'GET' && req.method !== 'HEAD') return false
    const { headers } = req
    const domainOf = deps.domains.peek(req)
    if (domainOf === undefined) return false
    const address = readAddress(req.url ?? '', { acceptLanguage: headers['accept-language'], domainOf })
    const variant = address && variantOf(address)
    if (!address || variant === null) return false
    const found = cache.peek(address.subdomain, variant)
    const page = found === 'missing' ? ready.get(address.asked ?? address.language ?? DEFAULT_LANGUAGE) : found
    if (!page) return false
    sendDirectly(req, res, page)
    return true
  }

  return {
    before,
    ...pageRoutes(deps, cache, missingIn),
    drop: (workspaceId) => cache.drop(workspaceId),
    flush() {
      missing.clear()
      ready.clear()
      cache.flush()
    },
  }
}
