import { Button } from './button.tsx'

export interface DialogActionsProps {
  /** Label of the confirming button. */
  confirm: string
  onCancel: () => void
  /** Id of the form to submit; without one, the button calls `onConfirm`. */
  formId?: string
  onConfirm?: () => void
  busy?: boolean
  /** Closing during the action would leave it half done, so canceling is disabled then. */
  holdWhileBusy?: boolean
  disabled?: boolean
  destructive?: boolean
}

/** The footer of a dialog: cancel and confirm. */
export function DialogActions({
  confirm,
  onCancel,
  formId,
  onConfirm,
  busy = false,
  holdWhileBusy = false,
  disabled = false,
  destructive = false,
}: DialogActionsProps) {
  return (
    <>
      <Button disabled={busy && holdWhileBusy} onClick={onCancel}>
        Cancel
      </Button>
      <Button
        type={formId ? 'submit' : 'button'}
        form={formId}
        variant={destructive ? 'danger' : 'primary'}
        loading={busy}
        disabled={disabled}
        onClick={onConfirm}
      >
        {confirm}
      </Button>
    </>
  )
}
