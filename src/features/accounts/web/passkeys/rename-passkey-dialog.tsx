import { useId } from 'react'
import { z } from 'zod'
import { requiredText } from '../../../../kernel/wire.ts'
import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { DialogActions } from '../../../../web/ui/dialog-actions.tsx'
import { applyServerErrors, FormError, TextField, useZodForm } from '../../../../web/ui/form.tsx'
import { PASSKEY_NAME_MAX, type Passkey } from '../../contract.ts'
import { passkeysChanged } from './passkeys-changed.ts'

const schema = z.object({ name: requiredText(PASSKEY_NAME_MAX, 'Please enter a name.') })

export default function RenamePasskeyDialog({ passkey, onClose }: { passkey: Passkey; onClose: () => void }) {
  const formId = useId()
  const form = useZodForm(schema, { name: passkey.name })
  const { isSubmitting, errors } = form.formState
  const submit = form.handleSubmit(async ({ name }) => {
    try {
      await client.accounts.passkeys.rename({ id: passkey.id, name })
      await passkeysChanged()
      onClose()
    } catch (error) {
      if (!applyServerErrors(form, error)) form.setError('root', { message: messageOf(error) })
    }
  })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title="Rename passkey"
      footer={<DialogActions confirm="Rename" formId={formId} busy={isSubmitting} onCancel={onClose} />}
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FormError message={errors.root?.message} />
        <TextField control={form.control} name="name" label="Name" autoComplete="off" />
      </form>
    </Dialog>
  )
}
