import type { PublicPage } from '../contract.ts'
import { isFile, keyOf, type PageAddress } from './address.ts'
import type { CachedWorkspace, PageCache } from './page-cache.ts'
import { sourceFile } from './page-files.ts'
import { settingOf } from './page-setting.ts'
import { sourceView } from './page-views.ts'
import { renderPage } from './render-page.ts'
import type { Rendered } from './rendered.ts'
import type { VisitorPagesDeps } from './visitor-pages.ts'

const PATH = /^\/sources\/([a-z0-9-]+)(?:\.md)?$/

/** Slug of the source whose page or Markdown this path asks for; null for other paths. */
export const sourceSlugOf = (rest: string): string | null => PATH.exec(rest)?.[1] ?? null

/** The page of a source, or its Markdown; null where visitors may not open it. Only what exists is cached. */
export async function sourcePage(
  deps: VisitorPagesDeps,
  cache: PageCache,
  entry: CachedWorkspace<PublicPage>,
  options: { address: PageAddress; slug: string },
): Promise<Rendered | null> {
  const { address, slug } = options
  const { page } = entry
  const key = keyOf(address, address.rest)
  const ready = entry.variants.get(key)
  if (ready) return ready
  const source = await deps.loadSource(page.workspace.id, slug)
  if (!source) return null
  const isHidden = page.noindex || !source.isListed
  const setting = settingOf(page, address, deps.appUrl)
  const make = isFile(address.rest)
    ? () => sourceFile(source, { canonical: setting.place.canonical, isHidden })
    : () => renderPage(deps, sourceView(page, setting, source), { hidden: isHidden })
  return cache.render(address.subdomain, entry, key, make)
}
