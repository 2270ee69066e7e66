import { Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { z } from 'zod'
import { requiredText } from '../../../../kernel/wire.ts'
import { client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { copyToClipboard } from '../../../../web/browser/copy-to-clipboard.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { DialogActions } from '../../../../web/ui/dialog-actions.tsx'
import { applyServerErrors, SelectField, TextField, useZodForm } from '../../../../web/ui/form.tsx'
import { toastError } from '../../../../web/ui/toast.tsx'
import { useIdentityProof } from '../../../accounts/web/index.ts'

const schema = z.object({ name: requiredText(60, 'Please enter a name.'), scope: z.enum(['read', 'write']) })

const SCOPES = [
  { value: 'write', label: 'Read and write' },
  { value: 'read', label: 'Read only' },
]

interface CreateApiKeyDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onCreated: () => Promise<void>
}

/** Names a key, then shows it: only this once. */
export default function CreateApiKeyDialog({ open, onOpenChange, onCreated }: CreateApiKeyDialogProps) {
  const form = useZodForm(schema, { name: '', scope: 'write' })
  const { isSubmitting } = form.formState
  const [key, setKey] = useState<string>()
  const formId = useId()
  const identity = useIdentityProof()

  const submit = form.handleSubmit(async (values) => {
    try {
      const created = await client.workspaces.apiKeys.create({ ...values, ...(await identity.collect()) })
      setKey(created.api_key)
      await onCreated()
    } catch (error) {
      if (!identity.shows(error) && !applyServerErrors(form, error))
        toastError(messageOf(error, 'Failed to create the key'))
    }
  })

  if (key)
    return (
      <Dialog
        open={open}
        onOpenChange={onOpenChange}
        title="Your new API key"
        description="Copy it now: it is not shown again."
        footer={
          <>
            <Button icon={<Copy size={16} aria-hidden="true" />} onClick={() => void copyToClipboard(key, 'Code')}>
              Copy
            </Button>
            <Button variant="primary" onClick={() => onOpenChange(false)}>
              Done
            </Button>
          </>
        }
      >
        <code className="block rounded-md bg-sunken px-3 py-2.5 font-mono text-sm break-all">{key}</code>
      </Dialog>
    )
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Create an API key"
      footer={
        <DialogActions confirm="Create key" formId={formId} busy={isSubmitting} onCancel={() => onOpenChange(false)} />
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField control={form.control} name="name" label="Name" autoComplete="off" placeholder="Website import" />
        <SelectField control={form.control} name="scope" label="Scope" options={SCOPES} />
        {identity.fields}
      </form>
    </Dialog>
  )
}
