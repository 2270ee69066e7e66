import { useEffect, useEffectEvent, useState } from 'react'

const PAUSE_MS = 250

/**
 * What stands in a search field while it is typed, handed to `commit` after a short pause (at once when cleared).
 * `committed` is where it ends up, such as the address; when that changes by itself, the field follows.
 */
export function useSearchText(committed: string, commit: (text: string) => void) {
  const [text, setText] = useState(committed)
  const [seen, setSeen] = useState(committed)
  const [sent, setSent] = useState(committed)
  if (committed !== seen) {
    setSeen(committed)
    // Our own text arriving must not overwrite what was typed since.
    if (committed !== sent) {
      setSent(committed)
      setText(committed)
    }
  }

  const onPause = useEffectEvent((typed: string) => {
    setSent(typed)
    commit(typed)
  })
  useEffect(() => {
    if (text === sent) return
    const timer = window.setTimeout(() => onPause(text), text ? PAUSE_MS : 0)
    return () => window.clearTimeout(timer)
  }, [text, sent])

  return [text, setText] as const
}
