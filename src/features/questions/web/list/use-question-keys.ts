import { useEffect, useEffectEvent } from 'react'
import type { Question } from '../../contract.ts'
import { detailsId } from './question-row.tsx'

const STEPS_BY_KEY: Record<string, number> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 }

/** Keys of controls of the open question, which name them as `aria-keyshortcuts`: reply, note, assignee, snooze. */
const CONTROL_KEYS = new Set(['r', 'n', 'a', 's'])

const OTHER_WIDGETS = '[role=menu], [role=listbox], [role=tablist], [role=alertdialog]'

/** Windows over the page. The panel of a question is part of the page, and toasts are dialogs that take no keys. */
export const WINDOWS =
  '[role=dialog]:not([data-docked], .toast), [role=alertdialog]:not(.toast), [role=menu], [role=listbox]'

/** Keys are ignored in text fields and while something else is open. */
const isUsedElsewhere = (eventTarget: EventTarget | null): boolean =>
  eventTarget instanceof HTMLElement &&
  (eventTarget.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/u.test(eventTarget.tagName) ||
    eventTarget.closest(OTHER_WIDGETS) !== null)

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
function focusControl(shortcutKey: string): boolean {
  const shortcutControl = document.querySelector<HTMLElement>(`[data-docked] [aria-keyshortcuts=${shortcutKey}]`)
  shortcutControl?.focus()
  return shortcutControl !== null
}

/**
 * j and k move from row to row, or from one open question to the next. Arrows do so once a row has the focus. e marks
 * it done or takes that back. r, n, a and s move the focus to controls of the open question. ? opens the overview.
 */
export function useQuestionKeys(keyOptions: QuestionKeysOptions): void {
  const { enabled, mayWrite, items, opened, onOpen, onDone, onHelp } = keyOptions
  const onKeyDown = useEffectEvent((keyEvent: KeyboardEvent) => {
    const { key, target } = keyEvent
    if (
      !enabled ||
      keyEvent.defaultPrevented ||
      keyEvent.metaKey ||
      keyEvent.ctrlKey ||
      keyEvent.altKey ||
      isUsedElsewhere(target)
    )
      return
    if (document.querySelector(WINDOWS)) return
    if (key === '?') {
      keyEvent.preventDefault()
      onHelp()
      return
    }
    if (CONTROL_KEYS.has(key)) {
      if (focusControl(key)) keyEvent.preventDefault()
      return
    }
    const questionRow = target instanceof Element ? target.closest('[data-question]') : null
    const currentIndex = items.findIndex(({ id }) => id === (opened ?? questionRow?.getAttribute('data-question')))
    const currentQuestion = items[currentIndex]
    if (key === 'e' && currentQuestion && mayWrite) {
      keyEvent.preventDefault()
      onDone(currentQuestion)
      return
    }
    const indexStep = STEPS_BY_KEY[key]
    // Without a row, arrows scroll the page; on the button of a menu they open it.
    const isOnRow =
      questionRow !== null && target instanceof Element && target.id === detailsId(currentQuestion?.id ?? '')
    if (indexStep === undefined || (key.startsWith('Arrow') && !isOnRow)) return
    const nextQuestion = items[currentIndex < 0 ? 0 : currentIndex + indexStep]
    keyEvent.preventDefault()
    if (nextQuestion && opened !== null) onOpen(nextQuestion.id)
    if (nextQuestion && (opened === null || isOnRow)) document.getElementById(detailsId(nextQuestion.id))?.focus()
  })
  useEffect(() => {
    const listener = (keyEvent: KeyboardEvent) => onKeyDown(keyEvent)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}
