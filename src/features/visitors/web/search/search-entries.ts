import type { SearchResult } from '../../../answering/contract.ts'
import { localMatches } from '../../domain/local-match.ts'
import type { ShownFaq } from '../list/shown-faq.ts'
import type { ServerResults } from './use-search.ts'

/** A result as it is shown: one of the page's FAQs, which has a slug, or a link to what is elsewhere. */
export type SearchEntry = ShownFaq | (SearchResult & { slug?: undefined })

/** All texts in blocks of any kind. */
function collectText(blockPart: unknown): string {
  if (typeof blockPart !== 'object' || blockPart === null) return ''
  if ('text' in blockPart) return `${blockPart.text}`
  return Object.values(blockPart)
    .map(collectText)
    .join(Array.isArray(blockPart) && 'text' in (blockPart[0] ?? {}) ? '' : ' ')
}

/**
 * Returns the results of a query: the server's ranking; until it arrives, or when it fails, matches from the page. Null
 * while nothing is known.
 */
export function searchEntries(
  searchQuery: string,
  shownFaqs: ShownFaq[],
  serverResults: ServerResults | null,
): SearchEntry[] | null {
  if (serverResults?.results && (serverResults.query === searchQuery || serverResults.results.length)) {
    const faqsById = new Map(shownFaqs.map((faq) => [faq.id, faq]))
    return serverResults.results.map((result) => faqsById.get(result.id) ?? result)
  }
  const localResults = localMatches(
    searchQuery,
    shownFaqs.map((faq) => ({ question: faq.question, text: collectText(faq.blocks), faq })),
  )
  const isSettled = serverResults?.query === searchQuery
  return localResults.length || isSettled ? localResults.map(({ faq }) => faq) : null
}
