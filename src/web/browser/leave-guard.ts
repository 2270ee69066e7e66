import { useEffect } from 'react'

/** Is told of a wish to leave, with what is to be done once that is granted. */
type Guard = (go: () => void) => void

let guard: Guard | null = null

/** Asks `ask` before what goes through `leave`, while there is something to lose. One page is shown, and one can ask. */
export function useLeavingGuard(active: boolean, ask: Guard): void {
  useEffect(() => {
    if (!active) return
    guard = ask
    return () => {
      guard = null
    }
  }, [active, ask])
}

/** Does what takes the place of what is shown without being a navigation, as selecting another workspace is. */
export const leave = (go: () => void): void => (guard ? guard(go) : go())
