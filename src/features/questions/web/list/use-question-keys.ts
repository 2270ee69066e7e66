import { useEffect, useEffectEvent } from 'react'
import type { Question } from '../../contract.ts'
import { detailsId } from './question-row.tsx'

const STEPS: Record<string, number> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }

const ELSEWHERE = '[role=menu], [role=listbox], [role=tablist], [role=alertdialog]'

/** Keys are ignored in text fields and while something else is open. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/u.test(target.tagName) || target.closest(ELSEWHERE) !== null)

interface QuestionKeysOptions {
  /** Off where the person switched them off. */
  enabled: boolean
  items: readonly Question[]
  /** The question whose details are open. */
  opened: string | null
  onOpen: (id: string) => void
  onDone: (question: Question) => void
}

/**
 * j and k go from row to row, or from one question's details to the next; arrows do so once a row has the focus. e marks
 * it done or takes that back. Enter is the row's own.
 */
export function useQuestionKeys({ enabled, items, opened, onOpen, onDone }: QuestionKeysOptions): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (!enabled || event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isTaken(target)) return
    // Among dialogs, only the details have shortcuts.
    if (opened === null && document.querySelector('[role=dialog], [role=alertdialog], [role=menu]')) return
    const row = target instanceof Element ? target.closest('[data-question]') : null
    const index = items.findIndex(({ id }) => id === (opened ?? row?.getAttribute('data-question')))
    const current = items[index]
    if (key === 'e' && current) {
      event.preventDefault()
      onDone(current)
      return
    }
    const step = STEPS[key]
    // Without a row, arrows scroll the page; on the button of a menu they open it.
    const onRow = row !== null && target instanceof Element && target.id === detailsId(current?.id ?? '')
    if (step === undefined || (key.startsWith('Arrow') && (opened !== null || !onRow))) return
    const next = items[index < 0 ? 0 : index + step]
    event.preventDefault()
    if (next && opened !== null) onOpen(next.id)
    else if (next) document.getElementById(detailsId(next.id))?.focus()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
