import { LRUCache } from 'lru-cache'
import { type Language, languageOf, negotiateLanguage } from '../domain/languages.ts'

/** A request for a workspace's page or what is below it, read but not yet looked up. */
export interface PageAddress {
  subdomain: string
  /** The path below the page's own URL, undecoded: '' or `/…`. */
  rest: string
  query: URLSearchParams | null
  /** Asked for on a domain of the workspace's own. */
  onDomain: boolean
  /** The language that the address asks for (`?lang=`). */
  asked: Language | null
  /** The language that the browser asks for. */
  language: Language | null
}

const PAGE_PATH_PREFIX = '/faq/'
/** In the address of a FAQ's page that thanks for a vote. */
export const VOTED_PARAMETER = 'voted'
const SUBDOMAIN_PATTERN = /^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/

/** Browsers send the same few headers again and again. */
const languagesByHeader = new LRUCache<string, { language: Language | null }>({
  max: 500,
  memoMethod: (acceptLanguage) => ({ language: negotiateLanguage(acceptLanguage) }),
})

/**
 * @param requestTarget path and query as requested
 * @param addressOptions.domainOf the subdomain whose domain was asked; null below `/faq/` on the instance's own host
 * @returns null when it is not the address of a page
 */
export function readPageAddress(
  requestTarget: string,
  addressOptions: { acceptLanguage: string | undefined; domainOf: string | null },
): PageAddress | null {
  const queryStart = requestTarget.indexOf('?')
  const pathname = queryStart < 0 ? requestTarget : requestTarget.slice(0, queryStart)
  const searchParams =
    queryStart < 0 || queryStart === requestTarget.length - 1
      ? null
      : new URLSearchParams(requestTarget.slice(queryStart + 1))
  const audience = {
    query: searchParams,
    asked: languageOf(searchParams?.get('lang')),
    language: languagesByHeader.memo(addressOptions.acceptLanguage ?? '').language,
  }
  if (addressOptions.domainOf !== null)
    return { ...audience, subdomain: addressOptions.domainOf, rest: pathname === '/' ? '' : pathname, onDomain: true }
  if (!pathname.startsWith(PAGE_PATH_PREFIX)) return null
  const subpathStart = pathname.indexOf('/', PAGE_PATH_PREFIX.length)
  const subdomain = (
    subpathStart < 0 ? pathname.slice(PAGE_PATH_PREFIX.length) : pathname.slice(PAGE_PATH_PREFIX.length, subpathStart)
  ).toLowerCase()
  return { ...audience, subdomain, rest: subpathStart < 0 ? '' : pathname.slice(subpathStart), onDomain: false }
}

/** Returns true when a workspace could have this subdomain; others are not looked up. */
export const isSubdomain = (subdomain: string): boolean => SUBDOMAIN_PATTERN.test(subdomain)

/** Returns the visitor's search text, trimmed and cut to the maximum length of a question; '' when empty. */
export const queryText = (searchParams: URLSearchParams | null, maxLength: number): string =>
  (searchParams?.get('q') ?? '').trim().slice(0, maxLength).trim()

/** Returns true for paths that are equal in every language: feeds, Markdown, the image. */
export const isFilePath = (pageSubpath: string): boolean => pageSubpath !== '' && /\.[a-z]+$/.test(pageSubpath)

/** The variant in the cache of what has this address on its host: one for each language it may be shown in. */
export function cacheVariant({ onDomain, asked, language }: PageAddress, pageSubpath: string): string {
  const hostMark = onDomain ? '@' : ''
  if (isFilePath(pageSubpath)) return hostMark + pageSubpath
  return `${hostMark}${asked ? `!${asked}` : (language ?? '')}:${pageSubpath}`
}

/** The list's part of the variant. */
export const listVariant = (category: string | null, pageNumber: number): string =>
  category === null && pageNumber === 1 ? '' : `?${pageNumber}&${category ?? ''}`

/** The variant a request asks for, or null when its answer is never kept (a search, thanks for a vote). */
export function requestedVariant(pageAddress: PageAddress): string | null {
  const { rest, query } = pageAddress
  if (rest.startsWith('/categories/'))
    return cacheVariant(pageAddress, rest + listVariant(null, Number(query?.get('page')) || 1))
  if (rest !== '' && query?.has(VOTED_PARAMETER)) return null
  if (rest !== '' || query === null) return cacheVariant(pageAddress, rest)
  if (query.get('q')?.trim()) return null
  return cacheVariant(pageAddress, listVariant(query.get('category') || null, Number(query.get('page')) || 1))
}
