import { Button } from './button.tsx'

export interface DialogActionsProps {
  /** What the affirmative button says. */
  confirm: string
  onCancel: () => void
  /** The form it submits; without one, `onConfirm` is what it does. */
  formId?: string
  onConfirm?: () => void
  busy?: boolean
  /** Cancelling would leave something half done that runs: not while it does. */
  holdWhileBusy?: boolean
  disabled?: boolean
  destructive?: boolean
}

/** The foot of a dialog: the way back, and the one thing the dialog is for. */
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
