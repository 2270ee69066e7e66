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

const PREFIX = '/faq/'
/** In the address of a FAQ's page that thanks for a vote. */
export const VOTED = 'voted'
const SUBDOMAIN = /^[a-z0-9](?:[a-z0-9-]{0,98}[a-z0-9])?$/

/** Browsers send the same few headers again and again. */
const languages = new LRUCache<string, { language: Language | null }>({
  max: 500,
  memoMethod: (header) => ({ language: negotiateLanguage(header) }),
})

/**
 * @param target path and query as requested
 * @param o.domainOf the subdomain whose domain was asked; null below `/faq/` on the instance's own host
 * @returns null when it is not the address of a page
 */
export function readAddress(
  target: string,
  options: { acceptLanguage: string | undefined; domainOf: string | null },
): PageAddress | null {
  const mark = target.indexOf('?')
  const path = mark < 0 ? target : target.slice(0, mark)
  const query = mark < 0 || mark === target.length - 1 ? null : new URLSearchParams(target.slice(mark + 1))
  const audience = {
    query,
    asked: languageOf(query?.get('lang')),
    language: languages.memo(options.acceptLanguage ?? '').language,
  }
  if (options.domainOf !== null)
    return { ...audience, subdomain: options.domainOf, rest: path === '/' ? '' : path, onDomain: true }
  if (!path.startsWith(PREFIX)) return null
  const slash = path.indexOf('/', PREFIX.length)
  const subdomain = (slash < 0 ? path.slice(PREFIX.length) : path.slice(PREFIX.length, slash)).toLowerCase()
  return { ...audience, subdomain, rest: slash < 0 ? '' : path.slice(slash), onDomain: false }
}

/** Returns true when a workspace could have this subdomain; others are not looked up. */
export const isSubdomain = (text: string): boolean => SUBDOMAIN.test(text)

/** Returns the visitor's search text, trimmed and cut to the maximum length of a question; '' when empty. */
export const queryText = (query: URLSearchParams | null, max: number): string =>
  (query?.get('q') ?? '').trim().slice(0, max).trim()

/** Returns true for paths that are equal in every language: feeds, Markdown, the image. */
export const isFile = (rest: string): boolean => rest !== '' && /\.[a-z]+$/.test(rest)

/** The variant in the cache of what has this address on its host: one for each language it may be shown in. */
export function keyOf({ onDomain, asked, language }: PageAddress, rest: string): string {
  const host = onDomain ? '@' : ''
  if (isFile(rest)) return host + rest
  return `${host}${asked ? `!${asked}` : (language ?? '')}:${rest}`
}

/** The list's part of the variant. */
export const listVariant = (category: string | null, page: number): string =>
  category === null && page === 1 ? '' : `?${page}&${category ?? ''}`

/** The variant a request asks for, or null when its answer is never kept (a search, thanks for a vote). */
export function variantOf(address: PageAddress): string | null {
  const { rest, query } = address
  if (rest.startsWith('/categories/')) return keyOf(address, rest + listVariant(null, Number(query?.get('page')) || 1))
  if (rest !== '' && query?.has(VOTED)) return null
  if (rest !== '' || query === null) return keyOf(address, rest)
  if (query.get('q')?.trim()) return null
  return keyOf(address, listVariant(query.get('category') || null, Number(query.get('page')) || 1))
}
