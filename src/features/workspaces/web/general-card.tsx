import { useEffect } from 'react'
import { messageOf } from '../../../web/api/api-error.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { applyServerErrors, TextField, useZodForm } from '../../../web/ui/form.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { updateSettingsInput, type WorkspaceSettings } from '../contract.ts'
import { saveSettings } from './use-settings.ts'

const schema = updateSettingsInput.pick({ name: true, contact_email: true }).required()

export function GeneralCard({ settings }: { settings: WorkspaceSettings }) {
  const name = settings.name
  const contact_email = settings.contact_email ?? ''
  const form = useZodForm(schema, { name, contact_email })
  const { isSubmitting } = form.formState
  const { reset } = form
  useEffect(() => reset({ name, contact_email }, { keepDirtyValues: true }), [reset, name, contact_email])

  const submit = form.handleSubmit(async (values) => {
    try {
      await saveSettings(values)
      reset(values)
      toast({ message: 'Settings saved' })
    } catch (error) {
      if (!applyServerErrors(form, error)) toastError(messageOf(error, 'Failed to save settings'))
    }
  })

  return (
    <Card title="General">
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <TextField control={form.control} name="name" label="Workspace name" autoComplete="organization" />
        <TextField
          control={form.control}
          name="contact_email"
          label="Contact address"
          type="email"
          optional
          autoComplete="off"
          hint="Visitors who ask for a person are passed on to this address. Left empty, to the address of the person who pays for the workspace."
        />
        <div>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            Save Changes
          </Button>
        </div>
      </form>
    </Card>
  )
}
