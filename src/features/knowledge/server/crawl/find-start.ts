import { isSameWebsite, pageAddress } from '../../domain/page-address.ts'
import type { PoliteFetch } from './polite-fetch.ts'
import { CrawlRefused, type Robots, readRobots } from './robots.ts'

const MAX_REDIRECTS = 5
const DISALLOWED = 'The website’s robots.txt does not allow this address to be read.'

/** Returns the start of the crawl: the URL, or its redirect target on the same website. @throws CrawlRefused */
async function followRedirects(startAddress: string, fetch: PoliteFetch): Promise<string> {
  let currentAddress = startAddress
  for (let redirectCount = 0; redirectCount <= MAX_REDIRECTS; redirectCount++) {
    const { status, headers } = await fetch.get(currentAddress)
    const redirectTarget =
      status >= 300 && status < 400 && status !== 304
        ? pageAddress(headers.get('location') ?? '', currentAddress)
        : null
    if (!redirectTarget) {
      if (status === 200) return currentAddress
      throw new CrawlRefused(`The website answered with an error (${status}). Nothing was changed.`)
    }
    if (!isSameWebsite(redirectTarget, currentAddress))
      throw new CrawlRefused(
        `The address redirects to another website, ${new URL(redirectTarget).host}. Add that one instead.`,
      )
    currentAddress = redirectTarget
  }
  throw new CrawlRefused('The page redirects in a loop.')
}

/**
 * Asks a website what it lets be read, and where reading begins. From then on it is read at the pace it asks for.
 * @throws CrawlRefused where nothing may or can be read; AppError where it cannot be reached
 */
export async function findStart(websiteUrl: string, fetch: PoliteFetch): Promise<{ start: string; robots: Robots }> {
  const firstAddress = pageAddress(websiteUrl) ?? websiteUrl
  const firstRobots = await readRobots(new URL(firstAddress).origin, fetch)
  if (!firstRobots.allows(firstAddress)) throw new CrawlRefused(DISALLOWED)
  const start = await followRedirects(firstAddress, fetch)
  const robots =
    new URL(start).origin === new URL(firstAddress).origin
      ? firstRobots
      : await readRobots(new URL(start).origin, fetch)
  if (!robots.allows(start)) throw new CrawlRefused(DISALLOWED)
  if (robots.crawlDelay) fetch.slowDown(robots.crawlDelay)
  return { start, robots }
}

/** Returns the URLs of a website's sitemaps: those in robots.txt, else the usual ones. */
export const sitemapAddresses = ({ start, robots }: { start: string; robots: Robots }): string[] =>
  robots.sitemaps.length > 0 ? robots.sitemaps : [new URL('/sitemap.xml', start).href]
