import { useEffect, useEffectEvent } from 'react'
import type { Question } from '../../contract.ts'
import { detailsId } from './question-row.tsx'

const STEPS: Record<string, number> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }

/** Keys of controls of the open question, which name them as `aria-keyshortcuts`: reply, note, assignee, snooze. */
const CONTROL_KEYS = new Set(['r', 'n', 'a', 's'])

const ELSEWHERE = '[role=menu], [role=listbox], [role=tablist], [role=alertdialog]'

/** Windows over the page. The panel of a question is part of the page, and toasts are dialogs that take no keys. */
export const WINDOWS =
  '[role=dialog]:not([data-docked], .toast), [role=alertdialog]:not(.toast), [role=menu], [role=listbox]'

/** Keys are ignored in text fields and while something else is open. */
const isTaken = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/u.test(target.tagName) || target.closest(ELSEWHERE) !== null)

interface QuestionKeysOptions {
  /** Off where the person switched them off. */
  enabled: boolean
  mayWrite: boolean
  items: readonly Question[]
  /** The question that is open beside the list. */
  opened: string | null
  onOpen: (id: string) => void
  onDone: (question: Question) => void
  onHelp: () => void
}

/** Focuses the control of the open question that has a shortcut. */
function focusControl(key: string): boolean {
  const control = document.querySelector<HTMLElement>(`[data-docked] [aria-keyshortcuts=${key}]`)
  control?.focus()
  return control !== null
}

/**
 * j and k move from row to row, or from one open question to the next. Arrows do so once a row has the focus. e marks
 * it done or takes that back. r, n, a and s move the focus to controls of the open question. ? opens the overview.
 */
export function useQuestionKeys(options: QuestionKeysOptions): void {
  const { enabled, mayWrite, items, opened, onOpen, onDone, onHelp } = options
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (!enabled || event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || isTaken(target)) return
    if (document.querySelector(WINDOWS)) return
    if (key === '?') {
      event.preventDefault()
      onHelp()
      return
    }
    if (CONTROL_KEYS.has(key)) {
      if (focusControl(key)) event.preventDefault()
      return
    }
    const row = target instanceof Element ? target.closest('[data-question]') : null
    const index = items.findIndex(({ id }) => id === (opened ?? row?.getAttribute('data-question')))
    const current = items[index]
    if (key === 'e' && current && mayWrite) {
      event.preventDefault()
      onDone(current)
      return
    }
    const step = STEPS[key]
    // Without a row, arrows scroll the page; on the button of a menu they open it.
    const onRow = row !== null && target instanceof Element && target.id === detailsId(current?.id ?? '')
    if (step === undefined || (key.startsWith('Arrow') && !onRow)) return
    const next = items[index < 0 ? 0 : index + step]
    event.preventDefault()
    if (next && opened !== null) onOpen(next.id)
    if (next && (opened === null || onRow)) document.getElementById(detailsId(next.id))?.focus()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
