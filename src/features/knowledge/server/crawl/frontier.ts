import { type AddressPatterns, isSelected } from '../../../../kernel/address-patterns.ts'
import type { WebsiteScope } from '../../contract.ts'
import {
  addressPattern,
  crawlerTrapReason,
  isFileAddress,
  isInScope,
  pageAddress,
  underOrigin,
} from '../../domain/page-address.ts'
import type { PageRow } from './page-rows.ts'

/** A page to visit. */
export interface PageToVisit {
  address: string
  /** Its row from before; null for a new one. */
  before: PageRow | null
}

/** A page of a crawl. */
export interface FrontierEntry extends PageToVisit {
  /** Visited for its links alone: the start of a website whose patterns leave it out. */
  isLinksOnly: boolean
  /** Its place in the order in which the URLs of this run were found. */
  position: number
}

/** A URL found in this run: to visit, or to skip with a reason. */
export interface FoundAddress {
  address: string
  before: PageRow | null
  reason: string | null
}

export interface Frontier {
  /** Adds a URL that a page or a sitemap (`isNamed`) contains. URLs out of scope are ignored. */
  add(href: string, base: string, options?: { isNamed?: boolean }): void
  /** Adds a URL of the ledger, which may be linked no more. */
  addKnown(address: string, options: { isNamed: boolean }): void
  next(): FrontierEntry | undefined
  /** Returns URLs found since the last call. */
  takeFound(): FoundAddress[]
  /** Returns true when a page or sitemap of this run contains the URL. */
  isLinked(address: string): boolean
  /** Number of URLs of this run, without excluded ones. */
  size(): number
}

/** Maximum number of similar URLs, which differ in their parameters or in numbers. */
const MAX_SIMILAR = { parameters: 50, numbers: 200 }
const maxSimilar = (pattern: string): number => (pattern.endsWith('?') ? MAX_SIMILAR.parameters : MAX_SIMILAR.numbers)

const TRAP_REASON = 'There are more than'
const isTrapRow = ({ state, reason }: PageRow): boolean =>
  state === 'skipped' && reason?.startsWith(TRAP_REASON) === true

export const LEFT_OUT_BY_PATTERNS = 'Left out by the patterns in the settings of this website.'
const OUT_OF_SCOPE = 'Outside the selected part of this website.'

interface FrontierOptions {
  start: string
  scope: WebsiteScope
  patterns: AddressPatterns
  known: ReadonlyMap<string, PageRow>
  /** The current run: pages that it has dealt with are not visited again. */
  runId: string
  /** Maximum number of known URLs; later ones are ignored. */
  max: number
  allows(address: string): boolean
}

/** The URLs of one run, each once, in the order in which they were found. */
export function createFrontier(options: FrontierOptions): Frontier {
  const { start, known } = options
  const seenAddresses = new Set<string>()
  const linkedAddresses = new Set<string>()
  const waitingEntries: FrontierEntry[] = []
  /** Number of similar URLs by pattern: all of the ledger, and those that are read. */
  const knownSimilar = new Map<string, number>()
  const acceptedSimilar = new Map<string, number>()
  let foundAddresses: FoundAddress[] = []
  let addressCount = 0
  for (const [address, row] of known) {
    const pattern = addressPattern(address)
    increment(knownSimilar, pattern)
    if (!isTrapRow(row)) increment(acceptedSimilar, pattern)
  }

  /** Returns why a URL belongs to a trap, such as an endless calendar; `ignored` for a new one of a known trap. */
  function trapReason(address: string, before: PageRow | null): string | null {
    const pattern = addressPattern(address)
    if (pattern === null || (before && !isTrapRow(before))) return null
    const similarLimit = maxSimilar(pattern)
    if (!before && (knownSimilar.get(pattern) ?? 0) >= similarLimit) return 'ignored'
    return increment(acceptedSimilar, pattern) > similarLimit
      ? `${TRAP_REASON} ${similarLimit} addresses like it.`
      : null
  }

  function refusalReason(address: string, before: PageRow | null, isNamed: boolean): string | null {
    if (address !== start && !isInScope(address, start, options.scope)) return OUT_OF_SCOPE
    if (isFileAddress(address)) return 'Not an HTML page.'
    if (!options.allows(address)) return 'The website’s robots.txt does not allow it to be read.'
    if (!isSelected(address, options.patterns)) return LEFT_OUT_BY_PATTERNS
    return crawlerTrapReason(address) ?? (isNamed ? null : trapReason(address, before))
  }

  function enterAddress(address: string, isNamed: boolean): void {
    if (seenAddresses.has(address) || seenAddresses.size >= options.max) return
    const before = known.get(address) ?? null
    seenAddresses.add(address)
    if (before?.state === 'excluded') return
    if (before?.settledBy === options.runId) return void addressCount++
    const reason = refusalReason(address, before, isNamed)
    if (reason === 'ignored') return
    addressCount++
    const isLinksOnly = address === start && reason === LEFT_OUT_BY_PATTERNS
    if (reason === null || isLinksOnly)
      waitingEntries.push({ address, before, isLinksOnly, position: seenAddresses.size })
    foundAddresses.push({ address, before, reason: isLinksOnly ? null : reason })
  }

  return {
    add(href, baseAddress, { isNamed = false } = {}) {
      const absoluteAddress = pageAddress(href, baseAddress)
      const address = absoluteAddress && underOrigin(absoluteAddress, start)
      if (!address || (address !== start && !isInScope(address, start, options.scope))) return
      linkedAddresses.add(address)
      enterAddress(address, isNamed)
    },
    addKnown: (address, { isNamed }) => enterAddress(address, isNamed),
    next: () => waitingEntries.shift(),
    takeFound() {
      const takenAddresses = foundAddresses
      foundAddresses = []
      return takenAddresses
    },
    isLinked: (address) => linkedAddresses.has(address),
    size: () => addressCount,
  }
}

function increment(countsByPattern: Map<string, number>, pattern: string | null): number {
  if (pattern === null) return 0
  const newCount = (countsByPattern.get(pattern) ?? 0) + 1
  countsByPattern.set(pattern, newCount)
  return newCount
}
