import { useEffect, useState } from 'react'

/**
 * A text as it was when typing last paused.
 * @param pauseMs time without a change, in milliseconds
 */
export function usePaused(latestText: string, pauseMs: number): string {
  const [paused, setPaused] = useState(latestText)
  useEffect(() => {
    const pauseTimer = window.setTimeout(() => setPaused(latestText), pauseMs)
    return () => window.clearTimeout(pauseTimer)
  }, [latestText, pauseMs])
  return paused
}
