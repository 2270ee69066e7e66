import { type ReactNode, useId, useState } from 'react'
import { messageOf } from '../../../../web/api/api-error.ts'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { DialogActions } from '../../../../web/ui/dialog-actions.tsx'
import { FormError } from '../../../../web/ui/form.tsx'
import type { IdentityProof } from '../../contract.ts'
import { useIdentityProof } from './use-identity-proof.tsx'

export interface ConfirmIdentityDialogProps {
  title: string
  description: ReactNode
  confirmLabel: string
  destructive?: boolean
  /** For changes of the second factor: where there is a password, nothing else counts. */
  passwordOnly?: boolean
  onClose: () => void
  /** Sends the proof with what it is for; a refusal is shown here. */
  onConfirm: (proof: IdentityProof) => Promise<unknown>
  /** Fields before the proof. */
  children?: ReactNode
}

/** Asks the person to prove who they are, and then does one thing. */
export function ConfirmIdentityDialog({
  title,
  description,
  confirmLabel,
  destructive = false,
  passwordOnly = false,
  onClose,
  onConfirm,
  children,
}: ConfirmIdentityDialogProps) {
  const formId = useId()
  const identity = useIdentityProof({ passwordOnly })
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()

  const submit = async () => {
    setIsBusy(true)
    setFailure(undefined)
    try {
      await onConfirm(await identity.collect())
    } catch (error) {
      if (!identity.shows(error)) setFailure(messageOf(error))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      dismissable={!isBusy}
      size="sm"
      title={title}
      description={description}
      footer={
        <DialogActions
          confirm={confirmLabel}
          formId={formId}
          busy={isBusy}
          holdWhileBusy
          destructive={destructive}
          onCancel={onClose}
        />
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          // In a dialog over another form this one alone is meant.
          event.stopPropagation()
          void submit()
        }}
        className="flex flex-col gap-4"
      >
        <FormError message={failure} />
        {children}
        {identity.fields}
      </form>
    </Dialog>
  )
}
