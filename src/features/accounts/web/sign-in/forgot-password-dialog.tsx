import { useId } from 'react'
import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { DialogActions } from '../../../../web/ui/dialog-actions.tsx'
import { useZodForm } from '../../../../web/ui/form.tsx'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import { emailInput } from '../../contract.ts'
import { EmailInput } from '../email-input.tsx'

export interface ForgotPasswordDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** Initial value from the form behind the dialog. */
  email: string
}

/** Asks for the address and has a link mailed to it. */
export default function ForgotPasswordDialog({ open, onOpenChange, email }: ForgotPasswordDialogProps) {
  const formId = useId()
  const form = useZodForm(emailInput, { email })
  const { isSubmitting } = form.formState

  const submit = form.handleSubmit(async (values) => {
    try {
      await client.accounts.requestPasswordReset(values)
      toast({ message: 'Password reset email sent! Check your inbox.' })
      onOpenChange(false)
    } catch (error) {
      toastError(messageOf(error))
    }
  })

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      size="sm"
      title="Forgot password"
      description="Enter your email address, and we will send you a link to choose a new password. It works for one hour."
      footer={
        <DialogActions
          confirm="Send reset link"
          formId={formId}
          busy={isSubmitting}
          onCancel={() => onOpenChange(false)}
        />
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <EmailInput control={form.control} label="Email address" />
      </form>
    </Dialog>
  )
}
