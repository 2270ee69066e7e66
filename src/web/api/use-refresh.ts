import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryClient } from './query-client.ts'

const PAUSE_MS = 1_000

/**
 * Returns a function that refetches queries at once and then at most once a second: reading a website changes data all
 * the time.
 */
export function useRefresh(queryKey: QueryKey): () => void {
  const timer = useRef<number>(undefined)
  const again = useRef(false)
  useEffect(() => () => window.clearTimeout(timer.current), [])
  const refresh = () => {
    if (timer.current !== undefined) {
      again.current = true
      return
    }
    void queryClient.invalidateQueries({ queryKey })
    timer.current = window.setTimeout(() => {
      timer.current = undefined
      if (!again.current) return
      again.current = false
      refresh()
    }, PAUSE_MS)
  }
  return refresh
}
