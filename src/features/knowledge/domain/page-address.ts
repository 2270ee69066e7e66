import type { WebsiteScope } from '../contract.ts'

/** Only says where a visitor came from; the page is the same without. */
const TRACKING_PARAMETER =
  /^(utm_.*|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|ref|ref_src|_hs(enc|mi)|phpsessid|jsessionid|sid|sessionid)$/i
const MAX_ADDRESS_LENGTH = 2_000
const MAX_SEGMENTS = 15
const MAX_PARAMETERS = 8
/** A session that some servers write into the path. */
const PATH_SESSION = /;(jsessionid|phpsessid|sid)=[^/?#]*/gi
/** Parameters that only paginate; their pages are counted like numbers in a path. */
const PAGE_PARAMETER = /^(p|pg|page|paged|page_?no|page_?number|offset|start|cursor|after)$/i

/** Extensions of files that are not pages. PDF, Word and PowerPoint files are read like pages. */
const FILE_EXTENSION =
  /\.(avif|bmp|gif|ico|jpe?g|png|svg|tiff?|webp|mp[34]|m4[av]|avi|mov|mkv|ogg|wav|webm|zip|gz|tgz|rar|7z|exe|dmg|msi|apk|css|m?js|json|xml|rss|atom|woff2?|ttf|eot|xlsx?|csv|ics)$/i

/**
 * The one form of an address under which a page is kept: without fragment and tracking, parameters in order. Null for
 * what is no address of a page on the web.
 */
export function pageAddress(href: string, baseAddress?: string): string | null {
  if (!URL.canParse(href, baseAddress)) return null
  const normalizedUrl = new URL(href, baseAddress)
  if (normalizedUrl.protocol !== 'http:' && normalizedUrl.protocol !== 'https:') return null
  normalizedUrl.hash = ''
  normalizedUrl.pathname = normalizedUrl.pathname.replace(PATH_SESSION, '')
  normalizedUrl.username = ''
  normalizedUrl.password = ''
  for (const parameter of [...normalizedUrl.searchParams.keys()])
    if (TRACKING_PARAMETER.test(parameter)) normalizedUrl.searchParams.delete(parameter)
  normalizedUrl.searchParams.sort()
  // `?` without anything after it is left by the deletions.
  if ([...normalizedUrl.searchParams].length === 0) normalizedUrl.search = ''
  return normalizedUrl.href.length <= MAX_ADDRESS_LENGTH ? normalizedUrl.href : null
}

export const isFileAddress = (address: string): boolean => FILE_EXTENSION.test(new URL(address).pathname)

/** The folder that a section reaches over: `/docs/` for `/docs/`, for `/docs` and for `/docs/intro`. */
export const sectionFolder = (pathname: string): string =>
  /^\/[^/.]+$/.test(pathname) ? `${pathname}/` : pathname.slice(0, pathname.lastIndexOf('/') + 1)

/** Returns true when a URL belongs to the crawl that started at `startAddress`. */
export function isInScope(address: string, startAddress: string, scope: WebsiteScope): boolean {
  if (scope === 'page') return address === startAddress
  const [url, from] = [new URL(address), new URL(startAddress)]
  if (url.origin !== from.origin) return false
  if (scope === 'site' || url.pathname === from.pathname) return true
  return url.pathname.startsWith(sectionFolder(from.pathname))
}

/** Returns true for hosts that differ only in `www.`. */
export const isSameWebsite = (firstAddress: string, secondAddress: string): boolean =>
  bareHost(firstAddress) === bareHost(secondAddress)

/** The name under which a folder's own page is stored. */
const INDEX_NAMES = ['index.html', 'index.htm', 'index.php']
const INDEX_PAGE = /\/(index\.(html?|php))?$/i

/** Returns true for one page to people: only the scheme, `www.`, the last slash or `index.html` differ. */
export function isSamePage(firstAddress: string, secondAddress: string): boolean {
  const comparablePath = (address: string) => {
    const { pathname, search } = new URL(address)
    return `${pathname.replace(INDEX_PAGE, '')}${search}`
  }
  return isSameWebsite(firstAddress, secondAddress) && comparablePath(firstAddress) === comparablePath(secondAddress)
}

/** Returns all addresses of one page to people, as `isSamePage` compares them. */
export function samePageAddresses(address: string): string[] {
  const { pathname, search } = new URL(address)
  const indexlessPath = pathname.replace(INDEX_PAGE, '')
  const hostWithoutWww = bareHost(address)
  const pathVariants = [
    indexlessPath,
    `${indexlessPath}/`,
    ...INDEX_NAMES.map((indexName) => `${indexlessPath}/${indexName}`),
  ]
  return ['https', 'http'].flatMap((scheme) =>
    [hostWithoutWww, `www.${hostWithoutWww}`].flatMap((hostVariant) =>
      pathVariants.map((pathVariant) => `${scheme}://${hostVariant}${pathVariant}${search}`),
    ),
  )
}

/** An address of the same website under the origin by which it is read: links say `http:` or `www.` by habit. */
export function underOrigin(address: string, startAddress: string): string {
  const [url, from] = [new URL(address), new URL(startAddress)]
  if (url.origin === from.origin || !isSameWebsite(address, startAddress)) return address
  return `${from.origin}${url.pathname}${url.search}`
}

const bareHost = (address: string): string => new URL(address).host.replace(/^www\./, '')

/** Why an address leads into a maze rather than to a page; null for the others. */
export function crawlerTrapReason(address: string): string | null {
  const pathSegments = new URL(address).pathname.split('/').filter((segment) => segment !== '')
  if (pathSegments.length > MAX_SEGMENTS) return 'Its address has too many levels.'
  const occurrences = new Map<string, number>()
  for (const segment of pathSegments) occurrences.set(segment, (occurrences.get(segment) ?? 0) + 1)
  const parameterNames = [...new URL(address).searchParams.keys()]
  if (parameterNames.length > MAX_PARAMETERS) return 'Its address has too many parameters.'
  for (const parameter of parameterNames) occurrences.set(`?${parameter}`, (occurrences.get(`?${parameter}`) ?? 0) + 1)
  return Math.max(0, ...occurrences.values()) > 3 ? 'Its address repeats the same parts.' : null
}

/**
 * Returns the pattern that similar URLs share: those of a calendar differ in numbers, those of a search in parameters.
 */
export function addressPattern(address: string): string | null {
  const parsedUrl = new URL(address)
  if (parsedUrl.search !== '') {
    const parameterNames = [...parsedUrl.searchParams.keys()]
    return parameterNames.length === 1 && PAGE_PARAMETER.test(parameterNames[0] ?? '')
      ? `${parsedUrl.pathname}?#`
      : `${parsedUrl.pathname}?`
  }
  const numberlessPath = parsedUrl.pathname.replace(/(?<=[/-])\d+(?=[/-]|$)/g, '#')
  return numberlessPath === parsedUrl.pathname ? null : numberlessPath
}
