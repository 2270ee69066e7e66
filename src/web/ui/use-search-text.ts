import { useEffect, useEffectEvent, useState } from 'react'

const TYPING_PAUSE_MS = 250

/**
 * State of a search field; calls `commitText` after a short pause in typing, or at once when the field is cleared.
 * `committed` is the current value elsewhere, such as the URL; when it changes, the field follows.
 */
export function useSearchText(committed: string, commitText: (text: string) => void) {
  const [text, setText] = useState(committed)
  const [seen, setSeen] = useState(committed)
  const [sent, setSent] = useState(committed)
  if (committed !== seen) {
    setSeen(committed)
    // The echo of our own commit must not overwrite later typing.
    if (committed !== sent) {
      setSent(committed)
      setText(committed)
    }
  }

  const onPause = useEffectEvent((typedText: string) => {
    setSent(typedText)
    commitText(typedText)
  })
  useEffect(() => {
    if (text === sent) return
    const pauseTimer = window.setTimeout(() => onPause(text), text ? TYPING_PAUSE_MS : 0)
    return () => window.clearTimeout(pauseTimer)
  }, [text, sent])

  return [text, setText] as const
}
