import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../web/api/api.ts'
import { usePaused } from '../../../web/browser/use-paused.ts'

const TYPING_PAUSE_MS = 400

/**
 * The style sheet that is being edited, as visitors would get it: the server limits its rules to the page. While it is
 * refused, `css` is the last one that was not.
 */
export function useCheckedCss(storedCss: string, editedCss: string): { css: string; problem: string | null } {
  const pausedCss = usePaused(editedCss, TYPING_PAUSE_MS)
  const isEdited = editedCss !== storedCss && pausedCss !== storedCss
  const { data } = useQuery({
    ...api.appearance.checkCss.queryOptions({ input: { css: pausedCss } }),
    enabled: isEdited,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const [last, setLast] = useState(storedCss)
  const checkResult = isEdited ? data : undefined
  const checkedCss = editedCss === storedCss ? storedCss : checkResult && 'css' in checkResult ? checkResult.css : last
  if (checkedCss !== last) setLast(checkedCss)
  return {
    css: checkedCss,
    problem: pausedCss === editedCss && checkResult && 'problem' in checkResult ? checkResult.problem : null,
  }
}
