import type { ListedFaq } from '../contract.ts'

type PlacedFaq = Pick<ListedFaq, 'id' | 'display_order'>

/** The same rows, numbered 1..n by where they stand; those whose number is right already are kept as they are. */
const numbered = <F extends PlacedFaq>(faqs: readonly F[]): F[] =>
  faqs.map((faq, index) => (faq.display_order === index + 1 ? faq : { ...faq, display_order: index + 1 }))

/** All FAQs of a workspace in their order, after one of them went to a position, 1..n. One that is not there moves nothing. */
export function moveInOrder<F extends PlacedFaq>(faqs: readonly F[], movedId: string, position: number): F[] {
  const formerIndex = faqs.findIndex((faq) => faq.id === movedId)
  const movingFaq = faqs[formerIndex]
  if (!movingFaq) return [...faqs]
  const remainingFaqs = faqs.toSpliced(formerIndex, 1)
  return numbered(remainingFaqs.toSpliced(Math.min(Math.max(1, position), faqs.length) - 1, 0, movingFaq))
}

/**
 * All FAQs of a workspace in their order, after it was asked what has become of some of them.
 * @param refreshedIds those that were asked for
 * @param freshFaqs those of them that exist, each with its place; the others are gone
 */
export function refreshInOrder<F extends PlacedFaq>(
  faqs: readonly F[],
  refreshedIds: Iterable<string>,
  freshFaqs: readonly F[],
): F[] {
  const refreshedSet = new Set(refreshedIds)
  const refreshedFaqs = faqs.filter(({ id }) => !refreshedSet.has(id))
  const arriving = freshFaqs
    .filter(({ id }) => refreshedSet.has(id))
    .sort((leftFaq, rightFaq) => leftFaq.display_order - rightFaq.display_order)
  for (const faq of arriving)
    refreshedFaqs.splice(Math.min(Math.max(1, faq.display_order), refreshedFaqs.length + 1) - 1, 0, faq)
  return numbered(refreshedFaqs)
}

/**
 * The position that a dropped row takes.
 * @param formerIndex where it stood, 0..n-1
 * @param gapIndex where it was dropped: 0 above all, n below all
 * @returns 1..n
 */
export const positionOfGap = (formerIndex: number, gapIndex: number): number =>
  gapIndex > formerIndex ? gapIndex : gapIndex + 1
