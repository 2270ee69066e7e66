import { useId } from 'react'
import { api, client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { queryClient } from '../../../../web/api/query-client.ts'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import { DialogActions } from '../../../../web/ui/dialog-actions.tsx'
import { applyServerErrors, TextField, useZodForm } from '../../../../web/ui/form.tsx'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import { changeSubdomainInput } from '../../contract.ts'

interface ChangeSubdomainDialogProps {
  subdomain: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

export default function ChangeSubdomainDialog({ subdomain, open, onOpenChange }: ChangeSubdomainDialogProps) {
  const form = useZodForm(changeSubdomainInput, { subdomain })
  const { isSubmitting } = form.formState
  const formId = useId()

  const submit = form.handleSubmit(async (values) => {
    try {
      await client.workspaces.changeSubdomain(values)
    } catch (error) {
      const message = messageOf(error, 'Failed to change the subdomain')
      if (!applyServerErrors(form, error)) form.setError('subdomain', { message }, { shouldFocus: true })
      if (!form.getFieldState('subdomain').error) toastError(message)
      return
    }
    await queryClient.invalidateQueries({ queryKey: api.workspaces.key() })
    toast({ message: 'Subdomain changed' })
    onOpenChange(false)
  })

  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Change the subdomain"
      description="Links to the former address redirect to the new one for as long as the workspace exists."
      footer={
        <DialogActions confirm="Change" formId={formId} busy={isSubmitting} onCancel={() => onOpenChange(false)} />
      }
    >
      <form id={formId} noValidate onSubmit={submit}>
        <TextField
          control={form.control}
          name="subdomain"
          label="Subdomain"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          hint="Lower-case letters, digits and single hyphens."
        />
      </form>
    </Dialog>
  )
}
