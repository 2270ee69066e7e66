import type { ListPage, PublicFaq } from '../contract.ts'

/** More than this many FAQs are shown on several pages. */
export const PAGE_SIZE = 200

/** The categories that hold something, in order of first appearance. */
export const categoriesOf = (faqs: readonly Pick<PublicFaq, 'category'>[]): string[] => [
  ...new Set(faqs.map((faq) => faq.category)),
]

/** More chips than this are no choice any longer: the rest is found by searching. */
export const CHIPS_MAX = 60

/** The categories to choose from: the first ones, and the chosen one wherever it stands. */
export function categoryChoice(faqs: readonly Pick<PublicFaq, 'category'>[], chosen: string | null): string[] {
  const all = categoriesOf(faqs)
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
