import { useId } from 'react'
import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { DialogActions } from '../../../../web/ui/dialog-actions.tsx'
import { applyServerErrors, FormError, TextField, useZodForm } from '../../../../web/ui/form.tsx'
import { toast } from '../../../../web/ui/toast.tsx'
import { changeEmailInput } from '../../contract.ts'
import { useIdentityProof } from '../identity/use-identity-proof.tsx'
import { profileChanged } from '../session.ts'

export interface ChangeEmailDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

const schema = changeEmailInput.pick({ email: true })
const EMPTY = { email: '' }

/** Asks for the new address; it counts once the link mailed to it was followed. */
export default function ChangeEmailDialog({ open, onOpenChange }: ChangeEmailDialogProps) {
  const formId = useId()
  const form = useZodForm(schema, EMPTY)
  const identity = useIdentityProof()
  const { isSubmitting, errors } = form.formState

  const close = (next: boolean) => {
    if (!next) {
      form.reset(EMPTY)
      identity.reset()
    }
    onOpenChange(next)
  }
  const submit = form.handleSubmit(async (values) => {
    try {
      profileChanged(await client.accounts.requestEmailChange({ ...values, ...(await identity.collect()) }))
      toast({ message: `Check the inbox of ${values.email} to confirm it.` })
      close(false)
    } catch (error) {
      if (!identity.shows(error) && !applyServerErrors(form, error))
        form.setError('root', { message: messageOf(error) })
    }
  })

  return (
    <Dialog
      open={open}
      onOpenChange={close}
      size="sm"
      title="Change email"
      description="We send a link to the new address and a notice to the current one. Nothing changes until you follow the link."
      footer={
        <DialogActions confirm="Send confirmation" formId={formId} busy={isSubmitting} onCancel={() => close(false)} />
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          // The dialog is inside of the profile's form; its submit event must not bubble.
          event.stopPropagation()
          return submit(event)
        }}
        className="flex flex-col gap-4"
      >
        <FormError message={errors.root?.message} />
        <TextField
          control={form.control}
          name="email"
          label="New email"
          type="email"
          autoComplete="email"
          inputMode="email"
        />
        {identity.fields}
      </form>
    </Dialog>
  )
}
