import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { api } from '../../../web/api/api.ts'

const PAUSE_MS = 400

/** A text as it was when typing last paused. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = window.setTimeout(() => setPaused(text), PAUSE_MS)
    return () => window.clearTimeout(timer)
  }, [text])
  return paused
}

/**
 * The style sheet that is being edited, as visitors would get it: the server limits its rules to the page. While it is
 * refused, `css` is the last one that was not.
 */
export function useCheckedCss(stored: string, edited: string): { css: string; problem: string | null } {
  const paused = usePaused(edited)
  const isEdited = edited !== stored && paused !== stored
  const { data } = useQuery({
    ...api.appearance.checkCss.queryOptions({ input: { css: paused } }),
    enabled: isEdited,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const [last, setLast] = useState(stored)
  const answer = isEdited ? data : undefined
  const checked = edited === stored ? stored : answer && 'css' in answer ? answer.css : last
  if (checked !== last) setLast(checked)
  return { css: checked, problem: paused === edited && answer && 'problem' in answer ? answer.problem : null }
}
