import type { ListedFaq } from '../contract.ts'

type Placed = Pick<ListedFaq, 'id' | 'display_order'>

/** The same rows, numbered 1..n by where they stand; those whose number is right already are kept as they are. */
const numbered = <F extends Placed>(faqs: readonly F[]): F[] =>
  faqs.map((faq, index) => (faq.display_order === index + 1 ? faq : { ...faq, display_order: index + 1 }))

/** All FAQs of a workspace in their order, after one of them went to a position, 1..n. One that is not there moves nothing. */
export function moveInOrder<F extends Placed>(faqs: readonly F[], id: string, position: number): F[] {
  const from = faqs.findIndex((faq) => faq.id === id)
  const moving = faqs[from]
  if (!moving) return [...faqs]
  const rest = faqs.toSpliced(from, 1)
  return numbered(rest.toSpliced(Math.min(Math.max(1, position), faqs.length) - 1, 0, moving))
}

/**
 * All FAQs of a workspace in their order, after it was asked what has become of some of them.
 * @param ids those that were asked for
 * @param fresh those of them that exist, each with its place; the others are gone
 */
export function refreshInOrder<F extends Placed>(faqs: readonly F[], ids: Iterable<string>, fresh: readonly F[]): F[] {
  const asked = new Set(ids)
  const out = faqs.filter(({ id }) => !asked.has(id))
  const arriving = fresh
    .filter(({ id }) => asked.has(id))
    .sort((left, right) => left.display_order - right.display_order)
  for (const faq of arriving) out.splice(Math.min(Math.max(1, faq.display_order), out.length + 1) - 1, 0, faq)
  return numbered(out)
}

/**
 * The position that a dropped row takes.
 * @param from where it stood, 0..n-1
 * @param gap where it was dropped: 0 above all, n below all
 * @returns 1..n
 */
export const positionOfGap = (from: number, gap: number): number => (gap > from ? gap : gap + 1)
