import { useEffect, useEffectEvent, useRef } from 'react'

/** Runs `action` when the component is first shown, once, also where effects run twice. */
export function useOnce(action: () => void): void {
  const hasActed = useRef(false)
  const onFirstRender = useEffectEvent(action)
  useEffect(() => {
    if (hasActed.current) return
    hasActed.current = true
    onFirstRender()
  }, [])
}
