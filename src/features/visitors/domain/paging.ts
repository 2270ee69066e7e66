import type { ListPage, PublicFaq } from '../contract.ts'

/** More than this many FAQs are shown on several pages. */
export const PAGE_SIZE = 200

/** A search finds at most this many results, and shows them in pages. */
export const RESULTS_MAX = 50
export const RESULTS_PER_PAGE = 10

/** The categories that hold something: in the workspace's order, those that are not in it by their first appearance. */
export function categoriesOf(
  faqs: readonly Pick<PublicFaq, 'category'>[],
  categoryOrder: readonly string[] = [],
): string[] {
  const usedCategories = new Set(faqs.map((faq) => faq.category))
  return [...new Set([...categoryOrder, ...usedCategories])].filter((category) => usedCategories.has(category))
}

/** More chips than this are no choice any longer: the rest is found by searching. */
export const CATEGORY_CHIPS_MAX = 60

/** Selectable categories: the first ones, and always the selected one. */
export function categoryChoice(
  faqs: readonly Pick<PublicFaq, 'category'>[],
  chosenCategory: string | null,
  categoryOrder?: readonly string[],
): string[] {
  const usedCategories = categoriesOf(faqs, categoryOrder)
  const firstCategories = usedCategories.slice(0, CATEGORY_CHIPS_MAX)
  return chosenCategory !== null && usedCategories.includes(chosenCategory) && !firstCategories.includes(chosenCategory)
    ? [...firstCategories, chosenCategory]
    : firstCategories
}

/**
 * One page of the list.
 *
 * @param category null for all
 * @param requestedPage the page's number, from 1; one that does not exist gives the nearest that does
 */
export function pageOfList(
  faqs: readonly PublicFaq[],
  category: string | null,
  requestedPage: number,
): { faqs: PublicFaq[]; page: ListPage } {
  const categoryFaqs = category === null ? faqs : faqs.filter((faq) => faq.category === category)
  const pageCount = Math.max(1, Math.ceil(categoryFaqs.length / PAGE_SIZE))
  const pageNumber = Math.min(Math.max(1, Math.trunc(requestedPage) || 1), pageCount)
  return {
    faqs: categoryFaqs.slice((pageNumber - 1) * PAGE_SIZE, pageNumber * PAGE_SIZE),
    page: { number: pageNumber, count: pageCount },
  }
}
