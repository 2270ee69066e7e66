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

const TEXT_MAX = 512 * 1024
/** A rule may be as long as the file and all wildcards: so often an address may take that long to be looked up. */
const SLOW_MS = 100
const SLOW_TIMES = 5

/** Ends a crawl before its first page. The message is the reason, for the website's owner. */
export class CrawlRefused extends Error {}

type Parse = typeof import('robots-parser').default
/** The package is CommonJS: its function is the module itself. */
const parse = robotsParser as unknown as Parse

/**
 * Reads robots.txt. A missing file allows everything.
 * @throws CrawlRefused when it cannot be read, because the rules are then unknown
 */
export async function readRobots(origin: string, fetch: PoliteFetch): Promise<Robots> {
  const address = new URL('/robots.txt', origin).href
  const response = await fetch.get(address).catch((error: unknown) => {
    throw error instanceof AppError ? new CrawlRefused(error.message) : error
  })
  if (response.status >= 500 || response.status === 429)
    throw new CrawlRefused(
      `Its robots.txt, which says what may be read, could not be read (${response.status}). Nothing was changed.`,
    )
  const text = response.status === 200 ? response.text().slice(0, TEXT_MAX) : ''
  const robots = parse(address, text)
  let slow = 0
  return {
    allows: (page) => {
      const began = performance.now()
      const allowed = robots.isAllowed(page, BOT_NAME) !== false
      if (performance.now() - began > SLOW_MS && ++slow > SLOW_TIMES)
        throw new CrawlRefused('Its robots.txt is too complicated to be followed. Nothing was changed.')
      return allowed
    },
    sitemaps: robots.getSitemaps(),
    crawlDelay: robots.getCrawlDelay(BOT_NAME) ?? null,
  }
}
