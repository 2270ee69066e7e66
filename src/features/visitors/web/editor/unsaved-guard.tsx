import { useBlocker } from 'react-router'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'

/** Asks before another page takes the place of what is not saved. Going from section to section loses nothing. */
export function UnsavedGuard({ unsaved }: { unsaved: boolean }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  )
  return (
    <ConfirmDialog
      open={blocker.state === 'blocked'}
      onOpenChange={(open) => {
        if (!open && blocker.state === 'blocked') blocker.reset()
      }}
      title="Leave without saving?"
      description="What you changed here is not saved yet, and would be lost."
      confirmLabel="Leave"
      cancelLabel="Keep editing"
      destructive
      onConfirm={() => blocker.proceed?.()}
    />
  )
}
