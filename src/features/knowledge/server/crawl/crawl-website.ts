import type { AddressPatterns } from '../../../../kernel/address-patterns.ts'
import type { WorkspaceContext } from '../../../workspaces/server/index.ts'
import type { WebsiteRow } from '../websites/website-rows.ts'
import type { CrawlCounts } from './crawl-counts.ts'
import { findStart, sitemapAddresses } from './find-start.ts'
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
const MIN_ADDRESSES = 2_000
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
  const visitOptions: VisitOptions = {
    fetch,
    readers: options.readers,
    contentSelector: website.contentSelector,
    signal,
  }
  const isNotFoundPage = website.scope === 'page' ? () => false : await probeNotFound(start, robots, visitOptions)
  const known = await knownPages(run)
  const counts = { ...options.run.counts, done: countSettled(known, run.runId) }
  const max = Math.max(MIN_ADDRESSES, pagesMax * ADDRESSES_PER_PAGE)
  const { scope, patterns } = website
  const frontier = createFrontier({ start, scope, patterns, known, runId: run.runId, max, allows: robots.allows })
  const settlement = createPageSettlement({ run, start, pagesMax, counts, known })
  const siteTexts = createSiteTexts(website.repeatedBlocks)
  const visit = async (
    frontierEntry: FrontierEntry,
    overrides: { ignoresCanonical?: boolean } = {},
  ): Promise<Visit> => {
    const visitResult = await visitPage(frontierEntry, { ...visitOptions, ...overrides })
    if (visitResult.kind === 'read' && isNotFoundPage(frontierEntry.address, visitResult.text))
      return { kind: 'closed', reason: SOFT_NOT_FOUND, links: visitResult.links }
    return frontierEntry.before?.readWhole ? visitResult : siteTexts.compare(frontierEntry.address, visitResult)
  }
  const concurrency = robots.crawlDelay ? 1 : CONCURRENT_PAGES

  const named = scope === 'page' ? [] : await pagesOfSitemaps(sitemapAddresses({ start, robots }), fetch, max)
  fillFrontier({ frontier, start, known, named, runId: run.runId })
  await storeFoundAddresses(run, frontier, settlement)
  await visitAll(frontier, concurrency, async (frontierEntry) => {
    const visitResult = settlement.isOverLimit(frontierEntry) ? null : await visit(frontierEntry)
    for (const link of linksToFollow(frontierEntry, visitResult)) frontier.add(link, frontierEntry.address)
    await storeFoundAddresses(run, frontier, settlement)
    if (visitResult) await settlement.settle(frontierEntry, visitResult)
    else await settlement.settleOverLimit(frontierEntry)
    await options.progress({ ...counts })
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

const countSettled = (pagesByAddress: ReadonlyMap<string, PageRow>, runId: string): number =>
  [...pagesByAddress.values()].filter(({ settledBy, state }) => settledBy === runId && state !== 'excluded').length

interface StartPages {
  frontier: Frontier
  start: string
  known: ReadonlyMap<string, PageRow>
  /** Pages that the sitemaps name. */
  named: string[]
  runId: string
}

/** An unchanged page (304) keeps its known links. */
const linksToFollow = ({ before }: FrontierEntry, visit: Visit | null): string[] =>
  visit === null || visit.kind === 'same' ? (before?.links ?? []) : visit.links

/** Known pages are visited first, those with content before others: a limit of pages must not exchange them. */
function fillFrontier({ frontier, start, known, named, runId }: StartPages): void {
  const namedAddresses = new Set(named)
  frontier.add(start, start, { isNamed: true })
  for (const isReady of [true, false])
    for (const [address, { state }] of known)
      if ((state === 'ready') === isReady) frontier.addKnown(address, { isNamed: namedAddresses.has(address) })
  for (const namedPage of named) frontier.add(namedPage, start, { isNamed: true })
  // Links of the pages that an earlier part of the run has read.
  for (const [address, { links, settledBy }] of known)
    if (settledBy === runId) for (const link of links) frontier.add(link, address)
}

/** Stores the addresses that were found, and settles those that are not visited. */
async function storeFoundAddresses(run: CrawlRun, frontier: Frontier, settlement: PageSettlement): Promise<void> {
  const foundAddresses = frontier.takeFound()
  await insertPages(
    run,
    foundAddresses.filter(({ before }) => before === null),
  )
  for (const foundAddress of foundAddresses)
    if (foundAddress.reason !== null) await settlement.refuse(foundAddress, foundAddress.reason)
  settlement.setFound(frontier.size())
}

/** Visits all pages, some at the same time. */
async function visitAll(
  frontier: Frontier,
  concurrency: number,
  visit: (entry: FrontierEntry) => Promise<void>,
): Promise<void> {
  const runningVisits = new Set<Promise<void>>()
  try {
    for (;;) {
      const frontierEntry = runningVisits.size < concurrency ? frontier.next() : undefined
      if (frontierEntry) {
        const runningVisit = visit(frontierEntry).finally(() => runningVisits.delete(runningVisit))
        runningVisits.add(runningVisit)
      } else if (runningVisits.size > 0) await Promise.race(runningVisits)
      else break
    }
  } finally {
    await Promise.allSettled(runningVisits)
  }
}
