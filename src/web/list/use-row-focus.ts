import { useLayoutEffect, useRef } from 'react'

/**
 * Keeps the keyboard position in a list: when a row has been settled and leaves the list, the focus moves to the row in
 * its place, to the element that matches `stop`. Pass `list` to the list, and call `leaving` with the row's index
 * before it leaves.
 */
export function useRowFocus(ids: readonly string[], stop: string) {
  const list = useRef<HTMLUListElement>(null)
  const left = useRef<number | null>(null)
  const shown = ids.join()
  useLayoutEffect(() => {
    const at = left.current
    if (at === null || shown === '') return
    left.current = null
    if (document.activeElement !== document.body) return
    const stops = list.current?.querySelectorAll<HTMLElement>(stop) ?? []
    stops[Math.min(at, stops.length - 1)]?.focus()
  }, [shown, stop])
  return {
    list,
    leaving: (position: number) => {
      left.current = position
    },
  }
}
