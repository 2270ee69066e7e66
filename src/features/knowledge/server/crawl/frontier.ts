import type { WebsiteScope } from '../../contract.ts'
import { addressPattern, isInScope, isNoPage, mazeReason, pageAddress, underOrigin } from '../../domain/page-address.ts'
import type { PageRow } from './page-rows.ts'

/** A page to visit, with what is kept of it from before. */
export interface Entry {
  address: string
  before: PageRow | null
}

export interface Frontier {
  /** Adds an address found on a page; what is known or out of scope changes nothing. */
  add(href: string, base: string, options?: { named?: boolean }): void
  next(): Entry | undefined
  /** Returns URLs found since the last call: to visit, or to skip with a reason. */
  takeNews(): { address: string; reason: string | null }[]
  /** Returns true when a URL was found in this crawl. */
  has(address: string): boolean
  /** Number of known URLs. */
  size(): number
}

/** Addresses that differ in their parameters, or in numbers, alone; those a sitemap names are not counted. */
const ALIKE_MAX = { parameters: 50, numbers: 200 }

/** The addresses of one pass, each once, in the order in which they were found. */
export function createFrontier(options: {
  start: string
  scope: WebsiteScope
  known: ReadonlyMap<string, PageRow>
  /** Maximum number of known URLs; later ones are ignored. */
  max: number
  allows(address: string): boolean
}): Frontier {
  const seen = new Set<string>()
  const waiting: Entry[] = []
  const alike = new Map<string, number>()
  let news: { address: string; reason: string | null }[] = []

  function refusal(address: string, named: boolean): string | null {
    if (isNoPage(address)) return 'Not an HTML page.'
    if (!options.allows(address)) return 'The website’s robots.txt asks not to read it.'
    const maze = mazeReason(address)
    if (maze || named) return maze
    const pattern = addressPattern(address)
    if (pattern === null) return null
    const count = (alike.get(pattern) ?? 0) + 1
    alike.set(pattern, count)
    const most = pattern.endsWith('?') ? ALIKE_MAX.parameters : ALIKE_MAX.numbers
    return count > most ? `There are more than ${most} addresses like it.` : null
  }

  return {
    add(href, base, { named = false } = {}) {
      const found = pageAddress(href, base)
      const address = found && underOrigin(found, options.start)
      if (!address || seen.has(address) || seen.size >= options.max) return
      if (address !== options.start && !isInScope(address, options.start, options.scope)) return
      seen.add(address)
      const before = options.known.get(address) ?? null
      if (before?.state === 'excluded') return
      const reason = refusal(address, named)
      if (reason === null) waiting.push({ address, before })
      news.push({ address, reason })
    },
    next: () => waiting.shift(),
    takeNews() {
      const taken = news
      news = []
      return taken
    },
    has: (address) => seen.has(address),
    size: () => seen.size,
  }
}
