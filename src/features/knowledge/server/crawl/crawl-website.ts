import type { AddressPatterns } from '../../../../kernel/address-patterns.ts'
import type { WorkspaceContext } from '../../../workspaces/server/index.ts'
import type { WebsiteRow } from '../websites/website-rows.ts'
import type { CrawlCounts } from './crawl-counts.ts'
import { findStart, sitemapsOf } from './find-start.ts'
import { createFrontier, type Frontier, type FrontierEntry } from './frontier.ts'
import { probeNotFound } from './not-found-probe.ts'
import { type CrawlRun, insertPages, knownPages, type PageRow, skipWaitingPages } from './page-rows.ts'
import { createPageSettlement, type PageSettlement } from './page-settlement.ts'
import { politeFetch } from './polite-fetch.ts'
import { resolvePages } from './resolve-pages.ts'
import { createSiteTexts, saveRepeatedBlocks } from './site-texts.ts'
import { pagesOfSitemaps } from './sitemaps.ts'
import { type Readers, SOFT_NOT_FOUND, type Visit, type VisitOptions, visitPage } from './visit-page.ts'

export interface Crawl {
  ctx: WorkspaceContext
  website: Pick<WebsiteRow, 'id' | 'url' | 'scope' | 'contentSelector' | 'repeatedBlocks'> & {
    patterns: AddressPatterns
  }
  /** The run, with the counts of its earlier parts. */
  run: { id: string; counts: CrawlCounts }
  /** Maximum number of stored pages. */
  pagesMax: number
  allowHosts: readonly string[]
  readers: Readers
  /** Time limit of a request in milliseconds; for tests. */
  timeLimitMs?: number | undefined
  signal: AbortSignal
  /** Called after each page with the counts so far. */
  progress(counts: CrawlCounts): Promise<void>
}

const CONCURRENT_PAGES = 4
/** Bounds of the number of stored URLs. */
const ADDRESSES_PER_PAGE = 4
const ADDRESSES_MIN = 2_000
const NOT_FOUND_ANYMORE = 'Not found during the last crawl.'

/**
 * Runs a crawl, or continues it where it was interrupted. Every URL found has a row in the ledger from then on. Pages
 * that are gone are removed at once; the content of other pages stays until another page has taken its place.
 * @returns the counts
 * @throws CrawlRefused when nothing could be read; AppError when the website cannot be reached; the signal's reason
 */
export async function crawlWebsite(options: Crawl): Promise<CrawlCounts> {
  const { ctx, website, signal, pagesMax } = options
  const run: CrawlRun = { ctx, websiteId: website.id, runId: options.run.id }
  const fetch = politeFetch({ allowHosts: options.allowHosts, signal, timeLimitMs: options.timeLimitMs })
  const { start, robots } = await findStart(website.url, fetch)
  const visiting: VisitOptions = { fetch, readers: options.readers, contentSelector: website.contentSelector, signal }
  const isNotFound = website.scope === 'page' ? () => false : await probeNotFound(start, robots, visiting)
  const known = await knownPages(run)
  const counts = { ...options.run.counts, done: countSettled(known, run.runId) }
  const max = Math.max(ADDRESSES_MIN, pagesMax * ADDRESSES_PER_PAGE)
  const { scope, patterns } = website
  const frontier = createFrontier({ start, scope, patterns, known, runId: run.runId, max, allows: robots.allows })
  const settlement = createPageSettlement({ run, start, pagesMax, counts, known })
  const siteTexts = createSiteTexts(website.repeatedBlocks)
  const visit = async (entry: FrontierEntry, how: { ignoresCanonical?: boolean } = {}): Promise<Visit> => {
    const visited = await visitPage(entry, { ...visiting, ...how })
    if (visited.kind === 'read' && isNotFound(entry.address, visited.text))
      return { kind: 'closed', reason: SOFT_NOT_FOUND, links: visited.links }
    return entry.before?.readWhole ? visited : siteTexts.compare(entry.address, visited)
  }
  const concurrency = robots.crawlDelay ? 1 : CONCURRENT_PAGES

  const named = scope === 'page' ? [] : await pagesOfSitemaps(sitemapsOf({ start, robots }), fetch, max)
  fillFrontier({ frontier, start, known, named, runId: run.runId })
  await storeFound(run, frontier, settlement)
  await visitAll(frontier, concurrency, async (entry) => {
    const visited = settlement.isOverLimit(entry) ? null : await visit(entry)
    for (const link of linksOf(entry, visited)) frontier.add(link, entry.address)
    await storeFound(run, frontier, settlement)
    return async () => {
      if (visited) await settlement.settle(entry, visited)
      else await settlement.settleOverLimit(entry)
      await options.progress({ ...counts })
    }
  }).finally(settlement.flush)
  const progress = () => options.progress({ ...counts })
  await resolvePages({ run, settlement, visit, isLinked: frontier.isLinked, counts, progress })
  // The first pages were read before it was known what all of them repeat.
  for (const { address, visit: changed } of siteTexts.changedSince())
    if (settlement.isRead(address)) await settlement.rewrite(address, changed)
  await saveRepeatedBlocks(ctx, website.id, siteTexts.repeated())
  await skipWaitingPages(run, NOT_FOUND_ANYMORE)
  return counts
}

const countSettled = (known: ReadonlyMap<string, PageRow>, runId: string): number =>
  [...known.values()].filter(({ settledBy, state }) => settledBy === runId && state !== 'excluded').length

interface StartPages {
  frontier: Frontier
  start: string
  known: ReadonlyMap<string, PageRow>
  /** Pages that the sitemaps name. */
  named: string[]
  runId: string
}

/** An unchanged page (304) keeps its known links. */
const linksOf = ({ before }: FrontierEntry, visit: Visit | null): string[] =>
  visit === null || visit.kind === 'same' ? (before?.links ?? []) : visit.links

/** Known pages are visited first, those with content before others: a limit of pages must not exchange them. */
function fillFrontier({ frontier, start, known, named, runId }: StartPages): void {
  const isNamed = new Set(named)
  frontier.add(start, start, { isNamed: true })
  for (const isReady of [true, false])
    for (const [address, { state }] of known)
      if ((state === 'ready') === isReady) frontier.addKnown(address, { isNamed: isNamed.has(address) })
  for (const page of named) frontier.add(page, start, { isNamed: true })
  // Links of the pages that an earlier part of the run has read.
  for (const [address, { links, settledBy }] of known)
    if (settledBy === runId) for (const link of links) frontier.add(link, address)
}

/** Stores the addresses that were found, and settles those that are not visited. */
async function storeFound(run: CrawlRun, frontier: Frontier, settlement: PageSettlement): Promise<void> {
  const found = frontier.takeFound()
  await insertPages(
    run,
    found.filter(({ before }) => before === null),
  )
  for (const one of found) if (one.reason !== null) await settlement.refuse(one, one.reason)
  settlement.setFound(frontier.size())
}

/** Without a query: '' for a URL that has none. */
const withoutQuery = (address: string): string => address.slice(0, Math.max(0, address.indexOf('?')))

/** Visits all pages, some at the same time. `visit` returns the work that follows once its preferred twin is done. */
async function visitAll(
  frontier: Frontier,
  concurrency: number,
  visit: (entry: FrontierEntry) => Promise<() => Promise<void>>,
): Promise<void> {
  const running = new Map<string, Promise<void>>()
  const handle = async (entry: FrontierEntry) => {
    const settle = await visit(entry)
    // Prefers URLs without a query, so that the first of two duplicates is the canonical one.
    await running.get(withoutQuery(entry.address))
    await settle()
  }
  try {
    for (;;) {
      const entry = running.size < concurrency ? frontier.next() : undefined
      if (entry) {
        const { address } = entry
        running.set(
          address,
          handle(entry).finally(() => running.delete(address)),
        )
      } else if (running.size > 0) await Promise.race(running.values())
      else break
    }
  } finally {
    await Promise.allSettled(running.values())
  }
}
