import { NO_PATTERNS } from '../../../../kernel/address-patterns.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import { accessOfWorkspace, inReadTransaction, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { PREVIEW_ADDRESSES_MAX, type WebsitePreview } from '../../contract.ts'
import { partsOf, sampleOf } from '../../domain/website-parts.ts'
import type { KnowledgeServices } from '../services.ts'
import { admitWebsite } from '../websites/admit-website.ts'
import { pagesOfPlan } from '../websites/website-settings.ts'
import { findStart, sitemapsOf } from './find-start.ts'
import { createFrontier } from './frontier.ts'
import { politeFetch } from './polite-fetch.ts'
import { CrawlRefused } from './robots.ts'
import { pagesOfSitemaps } from './sitemaps.ts'
import { textReaders, visitPage } from './visit-page.ts'

/** Maximum duration in milliseconds; afterwards the pages found so far are returned. */
const TIME_LIMIT_MS = 12_000
/** Visited for their links: a website without a sitemap shows no more of itself without being read. */
const VISITS_MAX = 12
const ADDRESSES_MAX = 20_000

/** Previews that run, by workspace: a new one ends the previous. */
const running = new Map<string, AbortController>()

type FoundPages = Omit<WebsitePreview, 'pages_of_plan'>

const noPages = (url: string, problem: string): FoundPages => ({
  url,
  problem,
  pages: 0,
  left_out: 0,
  complete: false,
  sections: [],
  addresses: [],
})

/**
 * Returns the readable pages of a website from its sitemaps and the links of a few pages, by the rules of a crawl; or
 * the reason why it cannot be read.
 * @throws invalid `website.url`; conflict `website.exists`; limit `limit.websites`: before anything is fetched
 */
export async function previewWebsite(
  services: KnowledgeServices,
  context: WorkspaceContext,
  address: string,
): Promise<WebsitePreview> {
  const { url } = await inReadTransaction(context, (transaction) => admitWebsite(transaction, address))
  const { limits } = await accessOfWorkspace(context)
  running.get(context.workspaceId)?.abort(new Error('another preview began'))
  const own = new AbortController()
  running.set(context.workspaceId, own)
  const late = AbortSignal.timeout(TIME_LIMIT_MS)
  const found = await findPages(services, url, AbortSignal.any([own.signal, late]))
    .catch((error: unknown): FoundPages => {
      if (error instanceof CrawlRefused || error instanceof AppError) return noPages(url, error.message)
      if (own.signal.aborted) return noPages(url, 'Another preview of a website was started.')
      if (late.aborted) return noPages(url, 'That address took too long to answer.')
      throw error
    })
    .finally(() => {
      if (running.get(context.workspaceId) === own) running.delete(context.workspaceId)
    })
  return { ...found, pages_of_plan: pagesOfPlan(limits) }
}

async function findPages(services: KnowledgeServices, url: string, signal: AbortSignal): Promise<FoundPages> {
  const fetch = politeFetch({ allowHosts: services.allowHosts, signal, timeLimitMs: services.timeLimitMs })
  const { start, robots } = await findStart(url, fetch)
  const frontier = createFrontier({
    start,
    scope: 'site',
    patterns: NO_PATTERNS,
    known: new Map(),
    runId: '',
    max: ADDRESSES_MAX,
    allows: robots.allows,
  })
  frontier.add(start, start, { isNamed: true })
  const readers = textReaders(services.parser)
  let complete = false
  try {
    const named = await pagesOfSitemaps(sitemapsOf({ start, robots }), fetch, ADDRESSES_MAX)
    for (const page of named) frontier.add(page, start, { isNamed: true })
    // A complete sitemap makes following links unnecessary.
    const visitsMax = named.length > VISITS_MAX ? 1 : VISITS_MAX
    let entry = frontier.next()
    for (let visits = 0; entry && visits < visitsMax; visits++) {
      const { links } = await visitPage(entry, { fetch, readers, contentSelector: null, signal })
      for (const link of links) frontier.add(link, entry.address)
      entry = frontier.next()
    }
    complete = entry === undefined || named.length > VISITS_MAX
  } catch (error) {
    if (!signal.aborted) throw error
  }
  const found = frontier.takeFound()
  const addresses = found.flatMap(({ address, reason }) => (reason === null ? [address] : []))
  return {
    url: start,
    problem: null,
    pages: addresses.length,
    left_out: found.length - addresses.length,
    complete,
    sections: partsOf(addresses),
    addresses: sampleOf(addresses, PREVIEW_ADDRESSES_MAX),
  }
}
