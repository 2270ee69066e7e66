import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { detailsId } from '../list/question-row.tsx'
import { WINDOWS } from '../list/use-question-keys.ts'

/**
 * Opening moves the focus to the panel, and closing returns it to the row of the question. Esc leaves a text field
 * first, and closes the panel then.
 */
export function usePanelFocus(panelRef: RefObject<HTMLElement | null>, questionId: string, onClose: () => void): void {
  const shownId = useRef(questionId)
  useEffect(() => {
    shownId.current = questionId
  }, [questionId])
  useEffect(() => {
    const panelElement = panelRef.current
    panelElement?.focus({ preventScroll: true })
    // Without room for both, the panel takes the place of the list, which may have been scrolled.
    if (!window.matchMedia('(width >= 64rem)').matches) panelElement?.scrollIntoView()
    return () => {
      // The focus was in the panel, which is gone by now: the page has it, or a part of it that is around the row.
      const questionRow = document.getElementById(detailsId(shownId.current))
      if (document.activeElement?.contains(questionRow)) questionRow?.focus()
    }
  }, [panelRef])

  const onEscape = useEffectEvent((keyEvent: KeyboardEvent) => {
    if (keyEvent.key !== 'Escape' || document.querySelector(WINDOWS)) return
    const { target } = keyEvent
    const isTextField = target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/u.test(target.tagName)
    if (!isTextField) onClose()
    else if (panelRef.current?.contains(target)) panelRef.current.focus()
  })
  useEffect(() => {
    const listener = (keyEvent: KeyboardEvent) => onEscape(keyEvent)
    // Before a window closes on the same key: what was open then is still there.
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
}
