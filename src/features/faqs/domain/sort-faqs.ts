import { FAQ_STATUSES, type Faq } from '../contract.ts'

export const SORTABLE = ['question', 'category', 'status'] as const
export type SortColumn = (typeof SORTABLE)[number]

/** null is the order in which visitors see the FAQs. */
export type FaqSort = { column: SortColumn; descending: boolean } | null

/** Value in the URL: `question`, or `-question` for descending. Anything else is the default order. */
export function readSort(sortText: string | null): FaqSort {
  const descending = sortText?.startsWith('-') ?? false
  const sortColumn = SORTABLE.find((columnName) => columnName === (descending ? sortText?.slice(1) : sortText))
  return sortColumn ? { column: sortColumn, descending } : null
}

/** @returns null where the order is the default one */
export const writeSort = (faqSort: FaqSort): string | null =>
  faqSort && `${faqSort.descending ? '-' : ''}${faqSort.column}`

/** Returns the next order when a column header is clicked: ascending, descending, default. */
export function nextSort(faqSort: FaqSort, sortColumn: SortColumn): FaqSort {
  if (faqSort?.column !== sortColumn) return { column: sortColumn, descending: false }
  return faqSort.descending ? null : { column: sortColumn, descending: true }
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** A sorted copy; equal ones keep their order. Statuses sort by their life cycle. */
export function sortFaqs<F extends Pick<Faq, SortColumn>>(faqs: readonly F[], faqSort: FaqSort): F[] {
  if (!faqSort) return [...faqs]
  const { column, descending } = faqSort
  const compareFaqs = (leftFaq: F, rightFaq: F) =>
    column === 'status'
      ? FAQ_STATUSES.indexOf(leftFaq.status) - FAQ_STATUSES.indexOf(rightFaq.status)
      : collator.compare(leftFaq[column], rightFaq[column])
  return [...faqs].sort((leftFaq, rightFaq) =>
    descending ? compareFaqs(rightFaq, leftFaq) : compareFaqs(leftFaq, rightFaq),
  )
}
