import { type FocusEvent, type KeyboardEvent, useCallback, useEffect, useState } from 'react'
import type { ListedFaq } from '../../contract.ts'
import { toggleId } from './faq-row.tsx'

/** Rows that the keys for pages pass. */
const PAGE_ROWS = 10

interface WantedFocus {
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
  const [wanted, setWanted] = useState<WantedFocus | null>(null)

  useEffect(() => {
    const wantedElement = wanted && document.getElementById(wanted.element)
    if (!wantedElement) return
    wantedElement.scrollIntoView({ block: wanted.block })
    wantedElement.focus({ preventScroll: true })
    setWanted(null)
  })
  const goToElement = useCallback(
    (rowId: string, wantedElement: string, scrollBlock: ScrollLogicalPosition) =>
      setWanted({ row: rowId, element: wantedElement, block: scrollBlock }),
    [],
  )

  const onKeyDown = (keyEvent: KeyboardEvent<HTMLElement>) => {
    const { target } = keyEvent
    if (keyEvent.altKey || keyEvent.ctrlKey || keyEvent.metaKey || keyEvent.shiftKey) return
    if (!(target instanceof HTMLElement && 'toggle' in target.dataset)) return
    const isMenuOpen = target.ariaExpanded === 'true'
    if ((keyEvent.key === 'ArrowRight' && !isMenuOpen) || (keyEvent.key === 'ArrowLeft' && isMenuOpen))
      return target.click()
    const position = faqs.findIndex(({ id }) => toggleId(id) === target.id)
    const lastIndex = faqs.length - 1
    const nextIndex = {
      ArrowUp: position - 1,
      ArrowDown: position + 1,
      PageUp: Math.max(0, position - PAGE_ROWS),
      PageDown: Math.min(lastIndex, position + PAGE_ROWS),
      Home: 0,
      End: lastIndex,
    }[keyEvent.key]
    const faq = nextIndex === undefined ? undefined : faqs[nextIndex]
    if (nextIndex === undefined) return
    keyEvent.preventDefault()
    if (faq) goToElement(faq.id, toggleId(faq.id), 'nearest')
  }

  return {
    id: wanted?.row ?? focused,
    goTo: goToElement,
    listeners: {
      onKeyDown,
      onFocus: ({ target }: FocusEvent) => setFocused(target.closest<HTMLElement>('[data-faq]')?.dataset.faq ?? null),
    },
  }
}
