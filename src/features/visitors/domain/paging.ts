import type { ListPage, PublicFaq } from '../contract.ts'

/** More than this many FAQs are shown on several pages. */
export const PAGE_SIZE = 200

/** A search finds at most this many results, and shows them in pages. */
export const RESULTS_MAX = 50
export const RESULTS_PER_PAGE = 10

/** The categories that hold something: in the workspace's order, those that are not in it by their first appearance. */
export function categoriesOf(faqs: readonly Pick<PublicFaq, 'category'>[], order: readonly string[] = []): string[] {
  const usedCategories = new Set(faqs.map((faq) => faq.category))
  return [...new Set([...order, ...usedCategories])].filter((category) => usedCategories.has(category))
}

/** More chips than this are no choice any longer: the rest is found by searching. */
export const CHIPS_MAX = 60

/** Selectable categories: the first ones, and always the selected one. */
export function categoryChoice(
  faqs: readonly Pick<PublicFaq, 'category'>[],
  chosen: string | null,
  order?: readonly string[],
): string[] {
  const all = categoriesOf(faqs, order)
  const first = all.slice(0, CHIPS_MAX)
  return chosen !== null && all.includes(chosen) && !first.includes(chosen) ? [...first, chosen] : first
}

/**
 * One page of the list.
 *
 * @param category null for all
 * @param wanted the page's number, from 1; one that does not exist gives the nearest that does
 */
export function pageOfList(
  faqs: readonly PublicFaq[],
  category: string | null,
  wanted: number,
): { faqs: PublicFaq[]; page: ListPage } {
  const chosen = category === null ? faqs : faqs.filter((faq) => faq.category === category)
  const count = Math.max(1, Math.ceil(chosen.length / PAGE_SIZE))
  const number = Math.min(Math.max(1, Math.trunc(wanted) || 1), count)
  return { faqs: chosen.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE), page: { number, count } }
}
