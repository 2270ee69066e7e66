import type { FaqStatus, ListedFaq } from '../contract.ts'

export interface FaqFilters {
  q: string
  category: string | null
  status: FaqStatus | null
}

export const isFiltered = ({ q, category, status }: FaqFilters): boolean => Boolean(q.trim() || category || status)

/**
 * Returns the FAQs that match all filters, in order. Questions are searched locally; the browser does not have the
 * answers.
 * @param matching ids whose text matches anywhere, once the server has responded
 */
export function filterFaqs<F extends Pick<ListedFaq, 'id' | 'question' | 'category' | 'status'>>(
  faqs: readonly F[],
  { q, category, status }: FaqFilters,
  matching: ReadonlySet<string>,
): F[] {
  const searchText = q.trim().toLowerCase()
  return faqs.filter(
    (faq) =>
      (!category || faq.category === category) &&
      (!status || faq.status === status) &&
      (!searchText || matching.has(faq.id) || faq.question.toLowerCase().includes(searchText)),
  )
}
