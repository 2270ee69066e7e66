import { useEffect, useState } from 'react'

/**
 * A text as it was when typing last paused.
 * @param pauseMs time without a change, in milliseconds
 */
export function usePaused(text: string, pauseMs: number): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = window.setTimeout(() => setPaused(text), pauseMs)
    return () => window.clearTimeout(timer)
  }, [text, pauseMs])
  return paused
}
