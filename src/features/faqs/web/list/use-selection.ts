import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ListedFaq } from '../../contract.ts'

const NO_IDS: ReadonlySet<string> = new Set()
/** Rows that the checkbox of the header selects; all of a longer list take a second step. */
const FIRST_STEP = 100

/** The selected rows among the matching ones: filtered or deleted rows are deselected. */
export function useSelection(faqs: readonly ListedFaq[]) {
  const [marked, setMarked] = useState(NO_IDS)
  const selected = useMemo(() => (marked.size === 0 ? [] : faqs.filter(({ id }) => marked.has(id))), [faqs, marked])
  const shownFaqs = useRef(faqs)
  useEffect(() => {
    shownFaqs.current = faqs
  }, [faqs])
  const lastSelected = useRef<string | null>(null)

  /** With `range` everything from the row that was chosen before is chosen as well. */
  const selectFaq = useCallback((faq: ListedFaq, isOn: boolean, isRange: boolean) => {
    const indexOfId = (faqId: string | null) => shownFaqs.current.findIndex((otherFaq) => otherFaq.id === faqId)
    const [to, from] = [indexOfId(faq.id), indexOfId(lastSelected.current)]
    const chosenFaqs =
      isRange && from >= 0 ? shownFaqs.current.slice(Math.min(from, to), Math.max(from, to) + 1) : [faq]
    lastSelected.current = faq.id
    setMarked((markedBefore) => {
      const markedNext = new Set(markedBefore)
      for (const { id } of chosenFaqs) {
        if (isOn) markedNext.add(id)
        else markedNext.delete(id)
      }
      return markedNext
    })
  }, [])
  return {
    selected,
    count: selected.length,
    has: (faqId: string) => marked.has(faqId),
    select: selectFaq,
    /** All matching rows, or the first of many. */
    selectAll: (isOn: boolean) => setMarked(isOn ? new Set(faqs.slice(0, FIRST_STEP).map(({ id }) => id)) : NO_IDS),
    /** Number of all matching rows while only the first are selected; otherwise null. */
    selectable: selected.length >= FIRST_STEP && selected.length < faqs.length ? faqs.length : null,
    selectEvery: () => setMarked(new Set(faqs.map(({ id }) => id))),
    selectOnly: (ids: readonly string[]) => setMarked(ids.length === 0 ? NO_IDS : new Set(ids)),
  }
}
export type Selection = ReturnType<typeof useSelection>
