/** Returns the first, the last and the pages around the current one. Gaps have names so that React keys are unique. */
export function pagesToShow(page: number, pageCount: number): (number | 'gap-before' | 'gap-after')[] {
  if (pageCount <= 7) return Array.from({ length: pageCount }, (_, index) => index + 1)
  // A gap hides at least two pages: a single number is as short as the dots.
  const first = Math.max(2, Math.min(page - 1, pageCount - 4))
  const last = Math.min(pageCount - 1, Math.max(page + 1, 5))
  const from = first === 3 ? 2 : first
  const to = last === pageCount - 2 ? pageCount - 1 : last
  return [
    1,
    ...(from > 2 ? (['gap-before'] as const) : []),
    ...Array.from({ length: to - from + 1 }, (_, index) => from + index),
    ...(to < pageCount - 1 ? (['gap-after'] as const) : []),
    pageCount,
  ]
}
