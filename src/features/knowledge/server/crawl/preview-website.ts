import { NO_PATTERNS } from '../../../../kernel/address-patterns.ts'
import { AppError } from '../../../../kernel/app-error.ts'
import { accessOfWorkspace, inReadTransaction, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { PREVIEW_ADDRESSES_MAX, type WebsitePreview } from '../../contract.ts'
import { sampleAddresses, websiteParts } from '../../domain/website-parts.ts'
import type { KnowledgeServices } from '../services.ts'
import { admitWebsite } from '../websites/admit-website.ts'
import { pagesOfPlan } from '../websites/website-settings.ts'
import { findStart, sitemapAddresses } from './find-start.ts'
import { createFrontier } from './frontier.ts'
import { politeFetch } from './polite-fetch.ts'
import { CrawlRefused } from './robots.ts'
import { pagesOfSitemaps } from './sitemaps.ts'
import { textReaders, visitPage } from './visit-page.ts'

/** Maximum duration in milliseconds; afterwards the pages found so far are returned. */
const TIME_LIMIT_MS = 12_000
/** Visited for their links: a website without a sitemap shows no more of itself without being read. */
const MAX_VISITS = 12
const MAX_ADDRESSES = 20_000

/** Previews that run, by workspace: a new one ends the previous. */
const runningPreviews = new Map<string, AbortController>()

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
  typedAddress: string,
): Promise<WebsitePreview> {
  const { url } = await inReadTransaction(context, (transaction) => admitWebsite(transaction, typedAddress))
  const { limits } = await accessOfWorkspace(context)
  runningPreviews.get(context.workspaceId)?.abort(new Error('another preview began'))
  const abortController = new AbortController()
  runningPreviews.set(context.workspaceId, abortController)
  const timeoutSignal = AbortSignal.timeout(TIME_LIMIT_MS)
  const foundPages = await findPages(services, url, AbortSignal.any([abortController.signal, timeoutSignal]))
    .catch((previewError: unknown): FoundPages => {
      if (previewError instanceof CrawlRefused || previewError instanceof AppError)
        return noPages(url, previewError.message)
      if (abortController.signal.aborted) return noPages(url, 'Another preview of a website was started.')
      if (timeoutSignal.aborted) return noPages(url, 'That address took too long to answer.')
      throw previewError
    })
    .finally(() => {
      if (runningPreviews.get(context.workspaceId) === abortController) runningPreviews.delete(context.workspaceId)
    })
  return { ...foundPages, pages_of_plan: pagesOfPlan(limits) }
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
    max: MAX_ADDRESSES,
    allows: robots.allows,
  })
  frontier.add(start, start, { isNamed: true })
  const readers = textReaders(services.parser)
  let complete = false
  try {
    const namedPages = await pagesOfSitemaps(sitemapAddresses({ start, robots }), fetch, MAX_ADDRESSES)
    for (const namedPage of namedPages) frontier.add(namedPage, start, { isNamed: true })
    // A complete sitemap makes following links unnecessary.
    const maxVisits = namedPages.length > MAX_VISITS ? 1 : MAX_VISITS
    let frontierEntry = frontier.next()
    for (let visitCount = 0; frontierEntry && visitCount < maxVisits; visitCount++) {
      const { links } = await visitPage(frontierEntry, { fetch, readers, contentSelector: null, signal })
      for (const link of links) frontier.add(link, frontierEntry.address)
      frontierEntry = frontier.next()
    }
    complete = frontierEntry === undefined || namedPages.length > MAX_VISITS
  } catch (previewError) {
    if (!signal.aborted) throw previewError
  }
  const foundAddresses = frontier.takeFound()
  const addresses = foundAddresses.flatMap(({ address, reason }) => (reason === null ? [address] : []))
  return {
    url: start,
    problem: null,
    pages: addresses.length,
    left_out: foundAddresses.length - addresses.length,
    complete,
    sections: websiteParts(addresses),
    addresses: sampleAddresses(addresses, PREVIEW_ADDRESSES_MAX),
  }
}
