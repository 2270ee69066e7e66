import type { MemoryReply, RequestHead } from '../../../platform/http/index.ts'
import { DEFAULT_LANGUAGE, type Language } from '../domain/languages.ts'
import { readPageAddress, requestedVariant } from './address.ts'
import { helpPageRoutes } from './help-page.routes.ts'
import { PageCache } from './page-cache.ts'
import { missingPage } from './render-page.ts'
import { memoryReply, type RenderedResponse } from './rendered.ts'
import type { VisitorPages, VisitorPagesDependencies } from './visitor-pages.ts'

export { FRAME_FAQS_MAX, type FrameSource } from '../domain/frame.ts'
export { loadVisitorAssets } from './assets.ts'
export { contentLanguage } from './content-language.ts'
export type { VisitorPages, VisitorPagesDependencies } from './visitor-pages.ts'
export { createVisitorsRoutes } from './visitors.routes.ts'
export { createWidgetFrames } from './widget/create-widget-frames.ts'
export { type FrameAssets, loadFrameAssets } from './widget/frame-assets.ts'
export type { WidgetFrames } from './widget/widget-frames.ts'
export { widgetPages } from './widget/widget-pages.table.ts'
export { recordWidgetPages } from './widget/widget-pages.ts'

const CACHE_BYTES = 64 * 1024 * 1024

/** The public pages of all workspaces: rendered on the server once, then answered from memory until they change. */
export function createVisitorPages(dependencies: VisitorPagesDependencies): VisitorPages {
  const pageCache = new PageCache(dependencies.loadPublicPage, dependencies.cacheBytes ?? CACHE_BYTES)
  const missingPages = new Map<Language, Promise<RenderedResponse>>()
  const renderedMissing = new Map<Language, RenderedResponse>()

  function missingPageIn(requestedLanguage: Language | null): Promise<RenderedResponse> {
    const language = requestedLanguage ?? DEFAULT_LANGUAGE
    const startedRendering = missingPages.get(language)
    if (startedRendering) return startedRendering
    const newRendering = missingPage(dependencies, language)
    missingPages.set(language, newRendering)
    newRendering.then(
      (renderedPage) => renderedMissing.set(language, renderedPage),
      () => missingPages.delete(language),
    )
    return newRendering
  }

  function replyFromMemory(requestHead: RequestHead): MemoryReply | null {
    if (requestHead.method !== 'GET' && requestHead.method !== 'HEAD') return null
    const { headers } = requestHead
    const domainOf = dependencies.domains.peek(requestHead)
    if (domainOf === undefined) return null
    const pageAddress = readPageAddress(requestHead.url ?? '', { acceptLanguage: headers['accept-language'], domainOf })
    const cacheVariant = pageAddress && requestedVariant(pageAddress)
    if (!pageAddress || cacheVariant === null) return null
    const cachedPage = pageCache.peek(pageAddress.subdomain, cacheVariant)
    const renderedPage =
      cachedPage === 'missing'
        ? renderedMissing.get(pageAddress.asked ?? pageAddress.language ?? DEFAULT_LANGUAGE)
        : cachedPage
    return renderedPage ? memoryReply(requestHead, renderedPage) : null
  }

  return {
    fromMemory: replyFromMemory,
    ...helpPageRoutes(dependencies, pageCache, missingPageIn),
    drop: (workspaceId) => pageCache.drop(workspaceId),
    markStale: () => pageCache.markStale(),
    flush() {
      missingPages.clear()
      renderedMissing.clear()
      pageCache.flush()
    },
  }
}
