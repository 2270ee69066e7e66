import { useEffect, useEffectEvent, useRef } from 'react'

/** Runs `act` when the component is first shown, once, also where effects run twice. */
export function useOnce(act: () => void): void {
  const acted = useRef(false)
  const first = useEffectEvent(act)
  useEffect(() => {
    if (acted.current) return
    acted.current = true
    first()
  }, [])
}
