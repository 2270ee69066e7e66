import type { MemoryReply, RequestHead } from '../../../platform/http/index.ts'
import { DEFAULT_LANGUAGE, type Language } from '../domain/languages.ts'
import { readAddress, variantOf } from './address.ts'
import { pageRoutes } from './help-page.routes.ts'
import { PageCache } from './page-cache.ts'
import { missingPage } from './render-page.ts'
import { memoryReply, type Rendered } from './rendered.ts'
import type { VisitorPages, VisitorPagesDeps } from './visitor-pages.ts'

export { FRAME_FAQS_MAX, type FrameSource } from '../domain/frame.ts'
export { loadVisitorAssets } from './assets.ts'
export { contentLanguage } from './content-language.ts'
export type { VisitorPages, VisitorPagesDeps } from './visitor-pages.ts'
export { createVisitorsRoutes } from './visitors.routes.ts'
export { createWidgetFrames } from './widget/create-widget-frames.ts'
export { type FrameAssets, loadFrameAssets } from './widget/frame-assets.ts'
export type { WidgetFrames } from './widget/widget-frames.ts'
export { widgetPages } from './widget/widget-pages.table.ts'
export { recordWidgetPages } from './widget/widget-pages.ts'

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

  function fromMemory(head: RequestHead): MemoryReply | null {
    if (head.method !== 'GET' && head.method !== 'HEAD') return null
    const { headers } = head
    const domainOf = deps.domains.peek(head)
    if (domainOf === undefined) return null
    const address = readAddress(head.url ?? '', { acceptLanguage: headers['accept-language'], domainOf })
    const variant = address && variantOf(address)
    if (!address || variant === null) return null
    const found = cache.peek(address.subdomain, variant)
    const page = found === 'missing' ? ready.get(address.asked ?? address.language ?? DEFAULT_LANGUAGE) : found
    return page ? memoryReply(head, page) : null
  }

  return {
    fromMemory,
    ...pageRoutes(deps, cache, missingIn),
    drop: (workspaceId) => cache.drop(workspaceId),
    markStale: () => cache.markStale(),
    flush() {
      missing.clear()
      ready.clear()
      cache.flush()
    },
  }
}
