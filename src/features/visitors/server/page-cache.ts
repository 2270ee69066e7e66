import { LRUCache } from 'lru-cache'
import { AppError } from '../../../kernel/app-error.ts'
import type { PublicPage } from '../contract.ts'
import type { Rendered } from './rendered.ts'

/** One workspace as last loaded, with what was rendered from it. Dropping it drops everything made from it. */
export interface CachedWorkspace<Page extends PublicPage = PublicPage> {
  readonly page: Page
  readonly variants: Map<string, Rendered>
  readonly rendering: Map<string, Promise<Rendered>>
  /** The last of the variants. */
  newest: Rendered | null
  /** Marked as stale: loaded again before it is shown, unless loading fails. */
  isStale: boolean
  readonly size: number
}

interface Flight<Page extends PublicPage> {
  promise: Promise<CachedWorkspace<Page> | null>
  /** Workspaces that changed while this load was under way: what it read of them may be out of date. */
  changed: Set<string>
}

const MISSING_MAX = 1_000

const sizeOf = (page: PublicPage): number =>
  page.faqs.reduce((sum, faq) => sum + 2 * (faq.question.length + faq.answer.length) + 300, 2_000)

/**
 * Cache of public pages by subdomain and variant, limited by bytes, least recently used first. A change and a load may
 * overlap. `drop` therefore informs every load in progress of the changed workspace; such a load still answers requests
 * that were waiting when the change came, but its result is not cached, and later requests do not join it.
 */
export class PageCache<Page extends PublicPage = PublicPage> {
  readonly #load: (subdomain: string) => Promise<Page | null>
  readonly #maxBytes: number
  readonly #workspaces = new Map<string, CachedWorkspace<Page>>()
  readonly #missing = new LRUCache<string, true>({ max: MISSING_MAX })
  readonly #loading = new Map<string, Flight<Page>>()
  readonly #flights = new Set<Flight<Page>>()
  /** The last of the workspaces: what is asked for again and again is not put behind itself each time. */
  #newest: CachedWorkspace<Page> | null = null
  #bytes = 0

  constructor(load: (subdomain: string) => Promise<Page | null>, maxBytes: number) {
    this.#load = load
    this.#maxBytes = maxBytes
  }

  /** Compressed pages and loaded texts, in bytes. */
  get bytes(): number {
    return this.#bytes
  }

  /** A page that is ready; 'missing' when the workspace is known not to exist. */
  peek(subdomain: string, variant: string): Rendered | 'missing' | undefined {
    const entry = this.#workspaces.get(subdomain)
    if (!entry) return this.#missing.has(subdomain) ? 'missing' : undefined
    if (entry.isStale) return undefined
    const page = entry.variants.get(variant)
    if (!page) return undefined
    this.#touch(subdomain, entry)
    if (entry.newest !== page) {
      entry.variants.delete(variant)
      entry.variants.set(variant, page)
      entry.newest = page
    }
    return page
  }

  /** Cached content of a workspace's pages, if any. */
  source(subdomain: string): Page | undefined {
    const entry = this.#workspaces.get(subdomain)
    return entry?.isStale ? undefined : entry?.page
  }

  /** The workspace behind a subdomain, loaded once for all who ask at the same time; null when there is none. */
  async workspace(subdomain: string): Promise<CachedWorkspace<Page> | null> {
    const entry = this.#workspaces.get(subdomain)
    if (entry && !entry.isStale) {
      this.#touch(subdomain, entry)
      return entry
    }
    if (this.#missing.has(subdomain)) return null
    const joined = this.#loading.get(subdomain)
    if (joined) return joined.promise
    const flight: Flight<Page> = { changed: new Set(), promise: Promise.resolve(null) }
    this.#loading.set(subdomain, flight)
    this.#flights.add(flight)
    flight.promise = this.#fly(subdomain, flight)
    return flight.promise
  }

  /** The variant of a workspace's page, rendered once for all who ask at the same time. */
  async render(
    subdomain: string,
    entry: CachedWorkspace<Page>,
    variant: string,
    make: () => Promise<Rendered>,
  ): Promise<Rendered> {
    const ready = entry.variants.get(variant)
    if (ready) return ready
    const underWay = entry.rendering.get(variant)
    if (underWay) return underWay
    const promise = make()
      .then((page) => {
        if (this.#workspaces.get(subdomain) === entry) {
          entry.variants.set(variant, page)
          entry.newest = page
          this.#bytes += page.size
          this.#shrink()
        }
        return page
      })
      .finally(() => entry.rendering.delete(variant))
    entry.rendering.set(variant, promise)
    return promise
  }

  drop(workspaceId: string): void {
    for (const flight of this.#flights) flight.changed.add(workspaceId)
    // The workspace of a load is known only at its end, so later requests always start a new one.
    this.#loading.clear()
    this.#missing.clear()
    for (const [subdomain, entry] of this.#workspaces) {
      if (entry.page.workspace.id === workspaceId) this.#forget(subdomain, entry)
    }
  }

  /**
   * Events may have been missed: everything is loaded again before it is shown. While the database is unavailable, the
   * last known content is shown.
   */
  markStale(): void {
    for (const flight of this.#flights) flight.changed.add('*')
    this.#loading.clear()
    this.#missing.clear()
    for (const entry of this.#workspaces.values()) entry.isStale = true
  }

  flush(): void {
    for (const flight of this.#flights) flight.changed.add('*')
    this.#loading.clear()
    this.#missing.clear()
    this.#workspaces.clear()
    this.#newest = null
    this.#bytes = 0
  }

  async #fly(subdomain: string, flight: Flight<Page>): Promise<CachedWorkspace<Page> | null> {
    try {
      const page = await this.#load(subdomain)
      const { changed } = flight
      if (!page) {
        const before = this.#workspaces.get(subdomain)
        if (before?.isStale) this.#forget(subdomain, before)
        if (!changed.size) this.#missing.set(subdomain, true)
        return null
      }
      const size = sizeOf(page)
      const entry: CachedWorkspace<Page> = {
        page,
        variants: new Map(),
        rendering: new Map(),
        newest: null,
        isStale: false,
        size,
      }
      if (!changed.has('*') && !changed.has(page.workspace.id)) this.#keep(subdomain, entry)
      return entry
    } catch (error) {
      const before = this.#workspaces.get(subdomain)
      if (before?.isStale && error instanceof AppError && error.kind === 'unavailable') return before
      throw error
    } finally {
      this.#flights.delete(flight)
      if (this.#loading.get(subdomain) === flight) this.#loading.delete(subdomain)
    }
  }

  #keep(subdomain: string, entry: CachedWorkspace<Page>): void {
    const before = this.#workspaces.get(subdomain)
    if (before) this.#forget(subdomain, before)
    this.#workspaces.set(subdomain, entry)
    this.#newest = entry
    this.#bytes += entry.size
    this.#shrink()
  }

  #touch(subdomain: string, entry: CachedWorkspace<Page>): void {
    if (this.#newest === entry) return
    this.#workspaces.delete(subdomain)
    this.#workspaces.set(subdomain, entry)
    this.#newest = entry
  }

  #forget(subdomain: string, entry: CachedWorkspace<Page>): void {
    this.#workspaces.delete(subdomain)
    if (this.#newest === entry) this.#newest = null
    this.#bytes -= entry.size
    for (const page of entry.variants.values()) this.#bytes -= page.size
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
