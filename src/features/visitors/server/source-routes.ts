import type { PublicPage } from '../contract.ts'
import { cacheVariant, isFilePath, type PageAddress } from './address.ts'
import type { CachedWorkspace, PageCache } from './page-cache.ts'
import { sourceMarkdownFile } from './page-files.ts'
import { pageSettingOf } from './page-setting.ts'
import { sourceView } from './page-views.ts'
import { renderPage } from './render-page.ts'
import type { RenderedResponse } from './rendered.ts'
import type { VisitorPagesDependencies } from './visitor-pages.ts'

const SOURCE_PATH_PATTERN = /^\/sources\/([a-z0-9-]+)(?:\.md)?$/

/** Slug of the source whose page or Markdown this path asks for; null for other paths. */
export const sourceSlugOf = (pageSubpath: string): string | null => SOURCE_PATH_PATTERN.exec(pageSubpath)?.[1] ?? null

/** The page of a source, or its Markdown; null where visitors may not open it. Only what exists is cached. */
export async function renderSourcePage(
  dependencies: VisitorPagesDependencies,
  pageCache: PageCache,
  cachedWorkspace: CachedWorkspace<PublicPage>,
  sourceRequest: { address: PageAddress; slug: string },
): Promise<RenderedResponse | null> {
  const { address, slug } = sourceRequest
  const { page } = cachedWorkspace
  const variantKey = cacheVariant(address, address.rest)
  const cachedPage = cachedWorkspace.variants.get(variantKey)
  if (cachedPage) return cachedPage
  const loadedSource = await dependencies.loadSource(page.workspace.id, slug)
  if (!loadedSource) return null
  const isHidden = page.noindex || !loadedSource.isListed
  const pageSetting = pageSettingOf(page, address, dependencies.appUrl)
  const renderVariant = isFilePath(address.rest)
    ? () => sourceMarkdownFile(loadedSource, { canonical: pageSetting.place.canonical, isHidden })
    : () => renderPage(dependencies, sourceView(page, pageSetting, loadedSource), { hidden: isHidden })
  return pageCache.render(address.subdomain, cachedWorkspace, variantKey, renderVariant)
}
