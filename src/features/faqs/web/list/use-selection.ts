import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { ListedFaq } from '../../contract.ts'

const NONE: ReadonlySet<string> = new Set()
/** Rows that the checkbox of the header selects; all of a longer list take a second step. */
const FIRST_STEP = 100

/** The selected rows among the matching ones: filtered or deleted rows are deselected. */
export function useSelection(faqs: readonly ListedFaq[]) {
  const [marked, setMarked] = useState(NONE)
  const selected = useMemo(() => (marked.size === 0 ? [] : faqs.filter(({ id }) => marked.has(id))), [faqs, marked])
  const shown = useRef(faqs)
  useEffect(() => {
    shown.current = faqs
  }, [faqs])
  const last = useRef<string | null>(null)

  /** With `range` everything from the row that was chosen before is chosen as well. */
  const select = useCallback((faq: ListedFaq, on: boolean, range: boolean) => {
    const at = (id: string | null) => shown.current.findIndex((other) => other.id === id)
    const [to, from] = [at(faq.id), at(last.current)]
    const chosen = range && from >= 0 ? shown.current.slice(Math.min(from, to), Math.max(from, to) + 1) : [faq]
    last.current = faq.id
    setMarked((before) => {
      const next = new Set(before)
      for (const { id } of chosen) {
        if (on) next.add(id)
        else next.delete(id)
      }
      return next
    })
  }, [])
  return {
    selected,
    count: selected.length,
    has: (id: string) => marked.has(id),
    select,
    /** All matching rows, or the first of many. */
    selectAll: (on: boolean) => setMarked(on ? new Set(faqs.slice(0, FIRST_STEP).map(({ id }) => id)) : NONE),
    /** Number of all matching rows while only the first are selected; otherwise null. */
    selectable: selected.length >= FIRST_STEP && selected.length < faqs.length ? faqs.length : null,
    selectEvery: () => setMarked(new Set(faqs.map(({ id }) => id))),
    selectOnly: (ids: readonly string[]) => setMarked(ids.length === 0 ? NONE : new Set(ids)),
  }
}
export type Selection = ReturnType<typeof useSelection>
