import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useState } from 'react'
import type { ListedFaq } from '../../contract.ts'
import { toggleId } from './faq-row.tsx'

/** Rows that the keys for pages pass. */
const PAGE_ROWS = 10

interface Wanted {
  row: string
  /** The id of the element that is to have the focus. */
  element: string
  block: ScrollLogicalPosition
}

/**
 * Which row has the focus, and moving it: the arrow keys go from question to question, Home and End to the ends. The row
 * that has it, and the one that is to get it, have to stay drawn.
 */
export function useRowFocus(faqs: readonly ListedFaq[]) {
  const [focused, setFocused] = useState<string | null>(null)
  const [wanted, setWanted] = useState<Wanted | null>(null)

  useEffect(() => {
    const element = wanted && document.getElementById(wanted.element)
    if (!element) return
    element.scrollIntoView({ block: wanted.block })
    element.focus({ preventScroll: true })
    setWanted(null)
  })
  const goTo = useCallback(
    (row: string, element: string, block: ScrollLogicalPosition) => setWanted({ row, element, block }),
    [],
  )

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { target } = event
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    if (!(target instanceof HTMLElement && 'toggle' in target.dataset)) return
    const isOpen = target.ariaExpanded === 'true'
    if ((event.key === 'ArrowRight' && !isOpen) || (event.key === 'ArrowLeft' && isOpen)) return target.click()
    const position = faqs.findIndex(({ id }) => toggleId(id) === target.id)
    const last = faqs.length - 1
    const next = {
      ArrowUp: position - 1,
      ArrowDown: position + 1,
      PageUp: Math.max(0, position - PAGE_ROWS),
      PageDown: Math.min(last, position + PAGE_ROWS),
      Home: 0,
      End: last,
    }[event.key]
    const faq = next === undefined ? undefined : faqs[next]
    if (next === undefined) return
    event.preventDefault()
    if (faq) goTo(faq.id, toggleId(faq.id), 'nearest')
  }

  return {
    id: wanted?.row ?? focused,
    goTo,
    listeners: {
      onKeyDown,
      onFocus: ({ target }: FocusEvent) => setFocused(target.closest<HTMLElement>('[data-faq]')?.dataset.faq ?? null),
    },
  }
}
