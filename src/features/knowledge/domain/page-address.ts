import type { WebsiteScope } from '../contract.ts'

/** Only says where a visitor came from; the page is the same without. */
const TRACKING =
  /^(utm_.*|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|ref|ref_src|_hs(enc|mi)|phpsessid|jsessionid|sid|sessionid)$/i
const ADDRESS_MAX = 2_000
const SEGMENTS_MAX = 15
const PARAMETERS_MAX = 8
/** A session that some servers write into the path. */
const PATH_SESSION = /;(jsessionid|phpsessid|sid)=[^/?#]*/gi
/** Parameters that only paginate; their pages are counted like numbers in a path. */
const PAGE_PARAMETER = /^(p|pg|page|paged|page_?no|page_?number|offset|start|cursor|after)$/i

/** Extensions of files that are not pages. PDF, Word and PowerPoint files are read like pages. */
const NO_PAGE =
  /\.(avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp|mp[34]|m4[av]|avi|mov|mkv|ogg|wav|webm|zip|gz|tgz|rar|7z|exe|dmg|msi|apk|css|m?js|json|xml|rss|atom|woff2?|ttf|eot|xlsx?|csv|ics)$/i

/**
 * The one form of an address under which a page is kept: without fragment and tracking, parameters in order. Null for
 * what is no address of a page on the web.
 */
export function pageAddress(href: string, base?: string): string | null {
  if (!URL.canParse(href, base)) return null
  const url = new URL(href, base)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return null
  url.hash = ''
  url.pathname = url.pathname.replace(PATH_SESSION, '')
  url.username = ''
  url.password = ''
  for (const name of [...url.searchParams.keys()]) if (TRACKING.test(name)) url.searchParams.delete(name)
  url.searchParams.sort()
  // `?` without anything after it is left by the deletions.
  if ([...url.searchParams].length === 0) url.search = ''
  return url.href.length <= ADDRESS_MAX ? url.href : null
}

export const isNoPage = (address: string): boolean => NO_PAGE.test(new URL(address).pathname)

/** The folder that a section reaches over: `/docs/` for `/docs/`, for `/docs` and for `/docs/intro`. */
export const sectionOf = (path: string): string =>
  /^\/[^/.]+$/.test(path) ? `${path}/` : path.slice(0, path.lastIndexOf('/') + 1)

/** Returns true when a URL belongs to the crawl that started at `start`. */
export function isInScope(address: string, start: string, scope: WebsiteScope): boolean {
  if (scope === 'page') return address === start
  const [url, from] = [new URL(address), new URL(start)]
  if (url.origin !== from.origin) return false
  if (scope === 'site' || url.pathname === from.pathname) return true
  return url.pathname.startsWith(sectionOf(from.pathname))
}

/** Returns true for hosts that differ only in `www.`. */
export const isSameWebsite = (one: string, other: string): boolean => bareHost(one) === bareHost(other)

/** The name under which a folder's own page is stored. */
const INDEX_NAMES = ['index.html', 'index.htm', 'index.php']
const INDEX_PAGE = /\/(index\.(html?|php))?$/i

/** Returns true for one page to people: only the scheme, `www.`, the last slash or `index.html` differ. */
export function isSamePage(one: string, other: string): boolean {
  const path = (address: string) => {
    const { pathname, search } = new URL(address)
    return `${pathname.replace(INDEX_PAGE, '')}${search}`
  }
  return isSameWebsite(one, other) && path(one) === path(other)
}

/** Returns all addresses of one page to people, as `isSamePage` compares them. */
export function samePageAddresses(address: string): string[] {
  const { pathname, search } = new URL(address)
  const path = pathname.replace(INDEX_PAGE, '')
  const host = bareHost(address)
  const ends = [path, `${path}/`, ...INDEX_NAMES.map((name) => `${path}/${name}`)]
  return ['https', 'http'].flatMap((scheme) =>
    [host, `www.${host}`].flatMap((name) => ends.map((end) => `${scheme}://${name}${end}${search}`)),
  )
}

/** An address of the same website under the origin by which it is read: links say `http:` or `www.` by habit. */
export function underOrigin(address: string, start: string): string {
  const [url, from] = [new URL(address), new URL(start)]
  if (url.origin === from.origin || !isSameWebsite(address, start)) return address
  return `${from.origin}${url.pathname}${url.search}`
}

const bareHost = (address: string): string => new URL(address).host.replace(/^www\./, '')

/** Why an address leads into a maze rather than to a page; null for the others. */
export function crawlerTrapReason(address: string): string | null {
  const segments = new URL(address).pathname.split('/').filter((segment) => segment !== '')
  if (segments.length > SEGMENTS_MAX) return 'Its address has too many levels.'
  const counts = new Map<string, number>()
  for (const segment of segments) counts.set(segment, (counts.get(segment) ?? 0) + 1)
  const names = [...new URL(address).searchParams.keys()]
  if (names.length > PARAMETERS_MAX) return 'Its address has too many parameters.'
  for (const name of names) counts.set(`?${name}`, (counts.get(`?${name}`) ?? 0) + 1)
  return Math.max(0, ...counts.values()) > 3 ? 'Its address repeats the same parts.' : null
}

/**
 * Returns the pattern that similar URLs share: those of a calendar differ in numbers, those of a search in parameters.
 */
export function addressPattern(address: string): string | null {
  const url = new URL(address)
  if (url.search !== '') {
    const names = [...url.searchParams.keys()]
    return names.length === 1 && PAGE_PARAMETER.test(names[0] ?? '') ? `${url.pathname}?#` : `${url.pathname}?`
  }
  const numbers = url.pathname.replace(/(?<=[/-])\d+(?=[/-]|$)/g, '#')
  return numbers === url.pathname ? null : numbers
}
