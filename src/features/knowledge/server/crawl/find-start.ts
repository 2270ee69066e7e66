import { isSameWebsite, pageAddress } from '../../domain/page-address.ts'
import type { PoliteFetch } from './polite-fetch.ts'
import { CrawlRefused, type Robots, readRobots } from './robots.ts'

const REDIRECTS_MAX = 5
const DISALLOWED = 'The website’s robots.txt does not allow this address to be read.'

/** Returns the start of the crawl: the URL, or its redirect target on the same website. @throws CrawlRefused */
async function follow(from: string, fetch: PoliteFetch): Promise<string> {
  let at = from
  for (let hops = 0; hops <= REDIRECTS_MAX; hops++) {
    const { status, headers } = await fetch.get(at)
    const target =
      status >= 300 && status < 400 && status !== 304 ? pageAddress(headers.get('location') ?? '', at) : null
    if (!target) {
      if (status === 200) return at
      throw new CrawlRefused(`The website answered with an error (${status}). Nothing was changed.`)
    }
    if (!isSameWebsite(target, at))
      throw new CrawlRefused(`The address redirects to another website, ${new URL(target).host}. Add that one instead.`)
    at = target
  }
  throw new CrawlRefused('The page redirects in a loop.')
}

/**
 * Asks a website what it lets be read, and where reading begins. From then on it is read at the pace it asks for.
 * @throws CrawlRefused where nothing may or can be read; AppError where it cannot be reached
 */
export async function findStart(url: string, fetch: PoliteFetch): Promise<{ start: string; robots: Robots }> {
  const first = pageAddress(url) ?? url
  const asked = await readRobots(new URL(first).origin, fetch)
  if (!asked.allows(first)) throw new CrawlRefused(DISALLOWED)
  const start = await follow(first, fetch)
  const robots =
    new URL(start).origin === new URL(first).origin ? asked : await readRobots(new URL(start).origin, fetch)
  if (!robots.allows(start)) throw new CrawlRefused(DISALLOWED)
  if (robots.crawlDelay) fetch.slowDown(robots.crawlDelay)
  return { start, robots }
}

/** Returns the URLs of a website's sitemaps: those in robots.txt, else the usual ones. */
export const sitemapsOf = ({ start, robots }: { start: string; robots: Robots }): string[] =>
  robots.sitemaps.length > 0 ? robots.sitemaps : [new URL('/sitemap.xml', start).href]
