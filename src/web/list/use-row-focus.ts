import { useLayoutEffect, useRef } from 'react'

/**
 * Keeps the keyboard position in a list: when a row has been settled and leaves the list, the focus moves to the row in
 * its place, to the element that matches `targetSelector`. Pass `list` to the list, and call `leaving` with the row's
 * index before it leaves.
 */
export function useRowFocus(rowIds: readonly string[], targetSelector: string) {
  const listElement = useRef<HTMLUListElement>(null)
  const removedPosition = useRef<number | null>(null)
  const shownIds = rowIds.join()
  useLayoutEffect(() => {
    const focusPosition = removedPosition.current
    if (focusPosition === null || shownIds === '') return
    removedPosition.current = null
    if (document.activeElement !== document.body) return
    const focusTargets = listElement.current?.querySelectorAll<HTMLElement>(targetSelector) ?? []
    focusTargets[Math.min(focusPosition, focusTargets.length - 1)]?.focus()
  }, [shownIds, targetSelector])
  return {
    list: listElement,
    leaving: (rowPosition: number) => {
      removedPosition.current = rowPosition
    },
  }
}
