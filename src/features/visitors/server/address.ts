/** A request for something below `/faq/`, read but not yet looked up. */
export interface PageAddress {
  subdomain: string
  /** What follows the subdomain, undecoded: '' or `/…`. */
  rest: string
  query: URLSearchParams | null
}

const PREFIX = '/faq/'
const SUBDOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/

/** @param target path and query as requested; null when it is not below `/faq/` */
export function readAddress(target: string): PageAddress | null {
  if (!target.startsWith(PREFIX)) return null
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  const slash = path.indexOf('/', PREFIX.length)
  return {
    subdomain: (slash < 0 ? path.slice(PREFIX.length) : path.slice(PREFIX.length, slash)).toLowerCase(),
    rest: slash < 0 ? '' : path.slice(slash),
    query: mark < 0 || mark === target.length - 1 ? null : new URLSearchParams(target.slice(mark + 1)),
  }
}

/** Whether a workspace could have this subdomain at all; what could not need not be looked up. */
export const isSubdomain = (text: string): boolean => SUBDOMAIN.test(text)

/** What a visitor looked for, trimmed and cut to the longest question; '' for nothing. */
export const queryText = (query: URLSearchParams | null, max: number): string =>
  (query?.get('q') ?? '').trim().slice(0, max).trim()

/** The list's variant in the cache. */
export const listVariant = (category: string | null, page: number): string =>
  category === null && page === 1 ? '' : `?${page}&${category ?? ''}`

/** The variant a request asks for, or null when its answer is never kept (a search). */
export function variantOf({ rest, query }: PageAddress): string | null {
  if (rest !== '' || query === null) return rest
  if (query.get('q')?.trim()) return null
  return listVariant(query.get('category') || null, Number(query.get('page')) || 1)
}
