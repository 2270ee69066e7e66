import { defaultRangeExtractor, type Range, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import type { ListedFaq } from '../../contract.ts'

/** A row of one line; on a phone its category and status stand below. Others are measured once they are drawn. */
const ROW_PX = { wide: 45, narrow: 76 }
/** The page may lie under the bar at its top and the head of the table. */
const COVERED_TOP_PX = 104
const COVERED_BOTTOM_PX = 80

/**
 * Renders only the rows near the window, for a table that scrolls with the page.
 * @param kept rows that always stay rendered because they have the focus or are being dragged
 */
export function useVirtualRows(
  faqs: readonly ListedFaq[],
  { table, wide, kept }: { table: RefObject<HTMLTableElement | null>; wide: boolean; kept: readonly (string | null)[] },
) {
  const [margin, setMargin] = useState(0)
  // The content above the table may change its height at any time.
  useLayoutEffect(() => {
    const { current } = table
    if (!current?.tHead) return
    const top = current.getBoundingClientRect().top + window.scrollY + current.tHead.offsetHeight
    if (Math.abs(top - margin) > 0.5) setMargin(top)
  })

  const keptKey = kept.filter((id) => id !== null).join()
  const rangeExtractor = useCallback(
    (range: Range) => {
      const near = defaultRangeExtractor(range)
      if (keptKey === '') return near
      const ids = new Set(keptKey.split(','))
      const others = faqs.flatMap(({ id }, index) => (ids.has(id) ? index : []))
      return [...new Set([...near, ...others])].sort((left, right) => left - right)
    },
    [faqs, keptKey],
  )
  const getItemKey = useCallback((index: number) => faqs[index]?.id ?? index, [faqs])
  return useWindowVirtualizer<HTMLTableSectionElement>({
    count: faqs.length,
    estimateSize: () => (wide ? ROW_PX.wide : ROW_PX.narrow),
    getItemKey,
    rangeExtractor,
    overscan: 10,
    scrollMargin: margin,
    scrollPaddingStart: COVERED_TOP_PX,
    scrollPaddingEnd: COVERED_BOTTOM_PX,
    useFlushSync: false,
  })
}
