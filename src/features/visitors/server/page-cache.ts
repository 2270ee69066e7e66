import { LRUCache } from 'lru-cache'
import { AppError } from '../../../kernel/app-error.ts'
import type { PublicPage } from '../contract.ts'
import type { RenderedResponse } from './rendered.ts'

/** One workspace as last loaded, with what was rendered from it. Dropping it drops everything made from it. */
export interface CachedWorkspace<Page extends PublicPage = PublicPage> {
  readonly page: Page
  readonly variants: Map<string, RenderedResponse>
  readonly rendering: Map<string, Promise<RenderedResponse>>
  /** The last of the variants. */
  newest: RenderedResponse | null
  /** Marked as stale: loaded again before it is shown, unless loading fails. */
  isStale: boolean
  readonly size: number
}

interface PageLoad<Page extends PublicPage> {
  promise: Promise<CachedWorkspace<Page> | null>
  /** Workspaces that changed while this load was under way: what it read of them may be out of date. */
  changed: Set<string>
}

const MISSING_SUBDOMAINS_MAX = 1_000

const estimatePageSize = (publicPage: PublicPage): number =>
  publicPage.faqs.reduce((totalBytes, faq) => totalBytes + 2 * (faq.question.length + faq.answer.length) + 300, 2_000)

/**
 * Cache of public pages by subdomain and variant, limited by bytes, least recently used first. A change and a load may
 * overlap. `drop` therefore informs every load in progress of the changed workspace; such a load still answers requests
 * that were waiting when the change came, but its result is not cached, and later requests do not join it.
 */
export class PageCache<Page extends PublicPage = PublicPage> {
  readonly #load: (subdomain: string) => Promise<Page | null>
  readonly #maxBytes: number
  readonly #workspaces = new Map<string, CachedWorkspace<Page>>()
  readonly #missing = new LRUCache<string, true>({ max: MISSING_SUBDOMAINS_MAX })
  readonly #loading = new Map<string, PageLoad<Page>>()
  readonly #flights = new Set<PageLoad<Page>>()
  /** The last of the workspaces: what is asked for again and again is not put behind itself each time. */
  #newest: CachedWorkspace<Page> | null = null
  #bytes = 0

  constructor(loadPage: (subdomain: string) => Promise<Page | null>, maxBytes: number) {
    this.#load = loadPage
    this.#maxBytes = maxBytes
  }

  /** Compressed pages and loaded texts, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** A page that is ready; 'missing' when the workspace is known not to exist. */
  peek(subdomain: string, variant: string): RenderedResponse | 'missing' | undefined {
    const cachedWorkspace = this.#workspaces.get(subdomain)
    if (!cachedWorkspace) return this.#missing.has(subdomain) ? 'missing' : undefined
    if (cachedWorkspace.isStale) return undefined
    const renderedPage = cachedWorkspace.variants.get(variant)
    if (!renderedPage) return undefined
    this.#touch(subdomain, cachedWorkspace)
    if (cachedWorkspace.newest !== renderedPage) {
      cachedWorkspace.variants.delete(variant)
      cachedWorkspace.variants.set(variant, renderedPage)
      cachedWorkspace.newest = renderedPage
    }
    return renderedPage
  }

  /** Cached content of a workspace's pages, if any. */
  source(subdomain: string): Page | undefined {
    const cachedWorkspace = this.#workspaces.get(subdomain)
    return cachedWorkspace?.isStale ? undefined : cachedWorkspace?.page
  }

  /** The workspace behind a subdomain, loaded once for all who ask at the same time; null when there is none. */
  async workspace(subdomain: string): Promise<CachedWorkspace<Page> | null> {
    const cachedWorkspace = this.#workspaces.get(subdomain)
    if (cachedWorkspace && !cachedWorkspace.isStale) {
      this.#touch(subdomain, cachedWorkspace)
      return cachedWorkspace
    }
    if (this.#missing.has(subdomain)) return null
    const pageLoad = this.#loading.get(subdomain)
    if (pageLoad) return pageLoad.promise
    const newLoad: PageLoad<Page> = { changed: new Set(), promise: Promise.resolve(null) }
    this.#loading.set(subdomain, newLoad)
    this.#flights.add(newLoad)
    newLoad.promise = this.#fly(subdomain, newLoad)
    return newLoad.promise
  }

  /** The variant of a workspace's page, rendered once for all who ask at the same time. */
  async render(
    subdomain: string,
    cachedWorkspace: CachedWorkspace<Page>,
    variant: string,
    renderVariant: () => Promise<RenderedResponse>,
  ): Promise<RenderedResponse> {
    const cachedPage = cachedWorkspace.variants.get(variant)
    if (cachedPage) return cachedPage
    const startedRendering = cachedWorkspace.rendering.get(variant)
    if (startedRendering) return startedRendering
    const newRendering = renderVariant()
      .then((renderedPage) => {
        if (this.#workspaces.get(subdomain) === cachedWorkspace) {
          cachedWorkspace.variants.set(variant, renderedPage)
          cachedWorkspace.newest = renderedPage
          this.#bytes += renderedPage.size
          this.#shrink()
        }
        return renderedPage
      })
      .finally(() => cachedWorkspace.rendering.delete(variant))
    cachedWorkspace.rendering.set(variant, newRendering)
    return newRendering
  }

  drop(workspaceId: string): void {
    for (const pageLoad of this.#flights) pageLoad.changed.add(workspaceId)
    // The workspace of a load is known only at its end, so later requests always start a new one.
    this.#loading.clear()
    this.#missing.clear()
    for (const [subdomain, cachedWorkspace] of this.#workspaces) {
      if (cachedWorkspace.page.workspace.id === workspaceId) this.#forget(subdomain, cachedWorkspace)
    }
  }

  /**
   * Events may have been missed: everything is loaded again before it is shown. While the database is unavailable, the
   * last known content is shown.
   */
  markStale(): void {
    for (const pageLoad of this.#flights) pageLoad.changed.add('*')
    this.#loading.clear()
    this.#missing.clear()
    for (const cachedWorkspace of this.#workspaces.values()) cachedWorkspace.isStale = true
  }

  flush(): void {
    for (const pageLoad of this.#flights) pageLoad.changed.add('*')
    this.#loading.clear()
    this.#missing.clear()
    this.#workspaces.clear()
    this.#newest = null
    this.#bytes = 0
  }

  async #fly(subdomain: string, pageLoad: PageLoad<Page>): Promise<CachedWorkspace<Page> | null> {
    try {
      const loadedPage = await this.#load(subdomain)
      const { changed } = pageLoad
      if (!loadedPage) {
        const previousEntry = this.#workspaces.get(subdomain)
        if (previousEntry?.isStale) this.#forget(subdomain, previousEntry)
        if (!changed.size) this.#missing.set(subdomain, true)
        return null
      }
      const pageSize = estimatePageSize(loadedPage)
      const cachedWorkspace: CachedWorkspace<Page> = {
        page: loadedPage,
        variants: new Map(),
        rendering: new Map(),
        newest: null,
        isStale: false,
        size: pageSize,
      }
      if (!changed.has('*') && !changed.has(loadedPage.workspace.id)) this.#keep(subdomain, cachedWorkspace)
      return cachedWorkspace
    } catch (loadError) {
      const previousEntry = this.#workspaces.get(subdomain)
      if (previousEntry?.isStale && loadError instanceof AppError && loadError.kind === 'unavailable')
        return previousEntry
      throw loadError
    } finally {
      this.#flights.delete(pageLoad)
      if (this.#loading.get(subdomain) === pageLoad) this.#loading.delete(subdomain)
    }
  }

  #keep(subdomain: string, cachedWorkspace: CachedWorkspace<Page>): void {
    const previousEntry = this.#workspaces.get(subdomain)
    if (previousEntry) this.#forget(subdomain, previousEntry)
    this.#workspaces.set(subdomain, cachedWorkspace)
    this.#newest = cachedWorkspace
    this.#bytes += cachedWorkspace.size
    this.#shrink()
  }

  #touch(subdomain: string, cachedWorkspace: CachedWorkspace<Page>): void {
    if (this.#newest === cachedWorkspace) return
    this.#workspaces.delete(subdomain)
    this.#workspaces.set(subdomain, cachedWorkspace)
    this.#newest = cachedWorkspace
  }

  #forget(subdomain: string, cachedWorkspace: CachedWorkspace<Page>): void {
    this.#workspaces.delete(subdomain)
    if (this.#newest === cachedWorkspace) this.#newest = null
    this.#bytes -= cachedWorkspace.size
    for (const renderedPage of cachedWorkspace.variants.values()) this.#bytes -= renderedPage.size
  }

  /** Takes from the workspace that was not asked for the longest: first its oldest pages, then its texts. */
  #shrink(): void {
    for (const [subdomain, entry] of this.#workspaces) {
      for (const [variant, page] of entry.variants) {
        if (this.#bytes <= this.#maxBytes) return
        entry.variants.delete(variant)
        this.#bytes -= page.size
      }
      if (this.#bytes <= this.#maxBytes) return
      this.#forget(subdomain, entry)
    }
  }
}
