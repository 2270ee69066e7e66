import robotsParser from 'robots-parser'
import { AppError } from '../../../../kernel/app-error.ts'
import { BOT_NAME, type PoliteFetch } from './polite-fetch.ts'

/** Crawl rules of a website. */
export interface Robots {
  /** @throws CrawlRefused where its rules are made to take time */
  allows(address: string): boolean
  sitemaps: string[]
  /** Seconds between requests; null where it does not ask for any. */
  crawlDelay: number | null
}

const MAX_TEXT_LENGTH = 512 * 1024
/** A rule may be as long as the file and all wildcards: so often an address may take that long to be looked up. */
const SLOW_LOOKUP_MS = 100
const MAX_SLOW_LOOKUPS = 5

/** Ends a crawl before its first page. The message is the reason, for the website's owner. */
export class CrawlRefused extends Error {}

type RobotsParser = typeof import('robots-parser').default
/** The package is CommonJS: its function is the module itself. */
const parseRobots = robotsParser as unknown as RobotsParser

/**
 * Reads robots.txt. A missing file allows everything.
 * @throws CrawlRefused when it cannot be read, because the rules are then unknown
 */
export async function readRobots(origin: string, fetch: PoliteFetch): Promise<Robots> {
  const robotsUrl = new URL('/robots.txt', origin).href
  const response = await fetch.get(robotsUrl).catch((fetchError: unknown) => {
    throw fetchError instanceof AppError ? new CrawlRefused(fetchError.message) : fetchError
  })
  if (response.status >= 500 || response.status === 429)
    throw new CrawlRefused(
      `Its robots.txt, which says what may be read, could not be read (${response.status}). Nothing was changed.`,
    )
  const robotsText = response.status === 200 ? response.text().slice(0, MAX_TEXT_LENGTH) : ''
  const parsedRobots = parseRobots(robotsUrl, robotsText)
  let slowLookups = 0
  return {
    allows: (pageUrl) => {
      const startedAt = performance.now()
      const isAllowed = parsedRobots.isAllowed(pageUrl, BOT_NAME) !== false
      if (performance.now() - startedAt > SLOW_LOOKUP_MS && ++slowLookups > MAX_SLOW_LOOKUPS)
        throw new CrawlRefused('Its robots.txt is too complicated to be followed. Nothing was changed.')
      return isAllowed
    },
    sitemaps: parsedRobots.getSitemaps(),
    crawlDelay: parsedRobots.getCrawlDelay(BOT_NAME) ?? null,
  }
}
