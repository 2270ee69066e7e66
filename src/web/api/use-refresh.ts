import type { QueryKey } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { queryClient } from './query-client.ts'

const MIN_INTERVAL_MS = 1_000

/**
 * Returns a function that refetches queries at once and then at most once a second: reading a website changes data all
 * the time.
 */
export function useRefresh(queryKey: QueryKey): () => void {
  const pauseTimer = useRef<number>(undefined)
  const isRefreshWanted = useRef(false)
  useEffect(() => () => window.clearTimeout(pauseTimer.current), [])
  const refreshQueries = () => {
    if (pauseTimer.current !== undefined) {
      isRefreshWanted.current = true
      return
    }
    void queryClient.invalidateQueries({ queryKey })
    pauseTimer.current = window.setTimeout(() => {
      pauseTimer.current = undefined
      if (!isRefreshWanted.current) return
      isRefreshWanted.current = false
      refreshQueries()
    }, MIN_INTERVAL_MS)
  }
  return refreshQueries
}
