import { useEffect } from 'react'

/** Called with the action that waits for the user's confirmation. */
type LeaveGuard = (go: () => void) => void

let guard: LeaveGuard | null = null

/** Calls `ask` before an action of `confirmLeave` while `active`. Only one page is mounted, so there is one guard. */
export function useLeaveGuard(active: boolean, ask: LeaveGuard): void {
  useEffect(() => {
    if (!active) return
    guard = ask
    return () => {
      guard = null
    }
  }, [active, ask])
}

/** Runs an action that replaces the page without a navigation, such as selecting another workspace, after the guard. */
export const confirmLeave = (go: () => void): void => (guard ? guard(go) : go())
