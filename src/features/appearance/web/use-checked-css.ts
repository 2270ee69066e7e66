import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../web/api/api.ts'
import { usePaused } from '../../../web/browser/use-paused.ts'

const PAUSE_MS = 400

/**
 * The style sheet that is being edited, as visitors would get it: the server limits its rules to the page. While it is
 * refused, `css` is the last one that was not.
 */
export function useCheckedCss(stored: string, edited: string): { css: string; problem: string | null } {
  const paused = usePaused(edited, PAUSE_MS)
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
