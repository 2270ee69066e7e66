import type { SearchResult } from '../../../answering/contract.ts'
import { localMatches } from '../../domain/local-match.ts'
import type { ShownFaq } from '../list/shown-faq.ts'
import type { Found } from './use-search.ts'

/** A result as it is shown: one of the page's FAQs, which has a slug, or a link to what is elsewhere. */
export type SearchEntry = ShownFaq | (SearchResult & { slug?: undefined })

/** All texts in blocks of any kind. */
function wordsIn(part: unknown): string {
  if (typeof part !== 'object' || part === null) return ''
  if ('text' in part) return `${part.text}`
  return Object.values(part)
    .map(wordsIn)
    .join(Array.isArray(part) && 'text' in (part[0] ?? {}) ? '' : ' ')
}

/**
 * Returns the results of a query: the server's ranking; until it arrives, or when it fails, matches from the page. Null
 * while nothing is known.
 */
export function searchEntries(query: string, faqs: ShownFaq[], found: Found | null): SearchEntry[] | null {
  if (found?.results && (found.query === query || found.results.length)) {
    const byId = new Map(faqs.map((faq) => [faq.id, faq]))
    return found.results.map((result) => byId.get(result.id) ?? result)
  }
  const matches = localMatches(
    query,
    faqs.map((faq) => ({ question: faq.question, text: wordsIn(faq.blocks), faq })),
  )
  const settled = found?.query === query
  return matches.length || settled ? matches.map(({ faq }) => faq) : null
}
