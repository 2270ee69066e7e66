import { FAQ_STATUSES, type Faq } from '../contract.ts'

export const SORTABLE = ['question', 'category', 'status'] as const
export type SortColumn = (typeof SORTABLE)[number]

/** null is the order in which visitors see the FAQs. */
export type FaqSort = { column: SortColumn; descending: boolean } | null

/** Value in the URL: `question`, or `-question` for descending. Anything else is the default order. */
export function readSort(value: string | null): FaqSort {
  const descending = value?.startsWith('-') ?? false
  const column = SORTABLE.find((name) => name === (descending ? value?.slice(1) : value))
  return column ? { column, descending } : null
}

/** @returns null where the order is the default one */
export const writeSort = (sort: FaqSort): string | null => sort && `${sort.descending ? '-' : ''}${sort.column}`

/** Returns the next order when a column header is clicked: ascending, descending, default. */
export function nextSort(sort: FaqSort, column: SortColumn): FaqSort {
  if (sort?.column !== column) return { column, descending: false }
  return sort.descending ? null : { column, descending: true }
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** A sorted copy; equal ones keep their order. Statuses sort by their life cycle. */
export function sortFaqs<F extends Pick<Faq, SortColumn>>(faqs: readonly F[], sort: FaqSort): F[] {
  if (!sort) return [...faqs]
  const { column, descending } = sort
  const compare = (left: F, right: F) =>
    column === 'status'
      ? FAQ_STATUSES.indexOf(left.status) - FAQ_STATUSES.indexOf(right.status)
      : collator.compare(left[column], right[column])
  return [...faqs].sort((left, right) => (descending ? compare(right, left) : compare(left, right)))
}
