import { useEffect } from 'react'

/** Called with the action that waits for the user's confirmation. */
type LeaveGuard = (go: () => void) => void

let activeGuard: LeaveGuard | null = null

/** Calls `askBeforeLeaving` before an action of `confirmLeave` while `isActive`. Only one page is mounted: one guard. */
export function useLeaveGuard(isActive: boolean, askBeforeLeaving: LeaveGuard): void {
  useEffect(() => {
    if (!isActive) return
    activeGuard = askBeforeLeaving
    return () => {
      activeGuard = null
    }
  }, [isActive, askBeforeLeaving])
}

/** Runs an action that replaces the page without a navigation, such as selecting another workspace, after the guard. */
export const confirmLeave = (leavePage: () => void): void => (activeGuard ? activeGuard(leavePage) : leavePage())
