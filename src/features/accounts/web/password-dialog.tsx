import { type ReactNode, useId, useState } from 'react'
import { Dialog } from '../../../web/ui/dialog.tsx'
import { DialogActions } from '../../../web/ui/dialog-actions.tsx'
import { PasswordStep } from './password-step.tsx'
import { WithoutPassword } from './without-password.tsx'

export interface PasswordDialogProps {
  title: string
  description: ReactNode
  confirmLabel: string
  destructive?: boolean
  hasPassword: boolean
  onClose: () => void
  /** `undefined` where the person has no password. */
  onPassword: (password: string | undefined) => Promise<unknown>
}

/** A dialog that asks for the password and then does one thing. */
export function PasswordDialog({
  title,
  description,
  confirmLabel,
  destructive = false,
  hasPassword,
  onClose,
  onPassword,
}: PasswordDialogProps) {
  const formId = useId()
  const [busy, setBusy] = useState(false)
  const Step = hasPassword ? PasswordStep : WithoutPassword
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      dismissable={!busy}
      size="sm"
      title={title}
      description={description}
      footer={
        <DialogActions
          confirm={confirmLabel}
          formId={formId}
          busy={busy}
          holdWhileBusy
          destructive={destructive}
          onCancel={onClose}
        />
      }
    >
      <Step formId={formId} onBusy={setBusy} onPassword={(password) => onPassword(password || undefined)} />
    </Dialog>
  )
}
