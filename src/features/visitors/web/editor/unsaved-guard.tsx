import { useCallback, useState } from 'react'
import { useBlocker } from 'react-router'
import { useLeaveGuard } from '../../../../web/browser/leave-guard.ts'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'

/**
 * Asks before another page or another workspace takes the place of what is not saved. Going from section to section loses
 * nothing.
 */
export function UnsavedGuard({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  /** Action in place of a navigation. */
  const [pendingAction, setPendingAction] = useState<(() => void) | null>(null)
  useLeaveGuard(
    unsaved,
    useCallback((go) => setPendingAction(() => go), []),
  )
  const blocked = blocker.state === 'blocked'
  return (
    <ConfirmDialog
      open={blocked || pendingAction !== null}
      onOpenChange={(open) => {
        if (open) return
        if (blocked) blocker.reset()
        setPendingAction(null)
      }}
      title="Leave without saving?"
      description="Your changes are not saved yet and would be lost."
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      destructive
      onConfirm={() => {
        if (blocked) blocker.proceed()
        pendingAction?.()
        setPendingAction(null)
      }}
    />
  )
}
