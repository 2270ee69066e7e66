/** Returns the first, the last and the pages around the current one. Gaps have names so that React keys are unique. */
export function pagesToShow(currentPage: number, pageCount: number): (number | 'gap-before' | 'gap-after')[] {
  if (pageCount <= 7) return Array.from({ length: pageCount }, (_, pageIndex) => pageIndex + 1)
  // A gap hides at least two pages: a single number is as short as the dots.
  const firstInner = Math.max(2, Math.min(currentPage - 1, pageCount - 4))
  const lastInner = Math.min(pageCount - 1, Math.max(currentPage + 1, 5))
  const firstShown = firstInner === 3 ? 2 : firstInner
  const lastShown = lastInner === pageCount - 2 ? pageCount - 1 : lastInner
  return [
    1,
    ...(firstShown > 2 ? (['gap-before'] as const) : []),
    ...Array.from({ length: lastShown - firstShown + 1 }, (_, pageIndex) => firstShown + pageIndex),
    ...(lastShown < pageCount - 1 ? (['gap-after'] as const) : []),
    pageCount,
  ]
}
