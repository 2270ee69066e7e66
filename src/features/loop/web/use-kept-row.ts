import { useLayoutEffect, useRef } from 'react'

/**
 * Whoever works through a list by keyboard goes on where they were: when a row that was dealt with has left the list, the
 * focus goes to the row that took its place, to what `stop` selects in it. Give `list` to the list, and call `leaving` with
 * the row's position before it goes.
 */
export function useKeptRow(ids: readonly string[], stop: string) {
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
    leaving: (at: number) => {
      left.current = at
    },
  }
}
