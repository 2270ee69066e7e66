import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { detailsId } from '../list/question-row.tsx'
import { WINDOWS } from '../list/use-question-keys.ts'

/**
 * Opening moves the focus to the panel, and closing returns it to the row of the question. Esc leaves a text field
 * first, and closes the panel then.
 */
export function usePanelFocus(panel: RefObject<HTMLElement | null>, id: string, onClose: () => void): void {
  const shown = useRef(id)
  useEffect(() => {
    shown.current = id
  }, [id])
  useEffect(() => {
    const element = panel.current
    element?.focus({ preventScroll: true })
    // Without room for both, the panel takes the place of the list, which may have been scrolled.
    if (!window.matchMedia('(width >= 64rem)').matches) element?.scrollIntoView()
    return () => {
      // The focus was in the panel, which is gone by now: the page has it, or a part of it that is around the row.
      const row = document.getElementById(detailsId(shown.current))
      if (document.activeElement?.contains(row)) row?.focus()
    }
  }, [panel])

  const onEscape = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || document.querySelector(WINDOWS)) return
    const { target } = event
    const isField = target instanceof HTMLElement && /^(?:INPUT|TEXTAREA|SELECT)$/u.test(target.tagName)
    if (!isField) onClose()
    else if (panel.current?.contains(target)) panel.current.focus()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onEscape(event)
    // Before a window closes on the same key: what was open then is still there.
    window.addEventListener('keydown', listener, true)
    return () => window.removeEventListener('keydown', listener, true)
  }, [])
}
