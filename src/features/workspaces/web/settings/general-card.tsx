import { Card } from '../../../../web/ui/card.tsx'
import { TextField } from '../../../../web/ui/form.tsx'
import { SaveButton } from '../../../../web/ui/save-button.tsx'
import { useSavedForm } from '../../../../web/ui/use-saved-form.ts'
import { updateSettingsInput, type WorkspaceSettings } from '../../contract.ts'
import { savingSettings } from './use-settings.ts'

const schema = updateSettingsInput.pick({ name: true, contact_email: true }).required()

export function GeneralCard({ settings }: { settings: WorkspaceSettings }) {
  const name = settings.name
  const contact_email = settings.contact_email ?? ''
  const { form, submit } = useSavedForm(schema, { name, contact_email }, savingSettings)

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
          hint="Requests for a person are sent to this address. If it is empty, they go to the person who pays for the workspace."
        />
        <SaveButton control={form.control} />
      </form>
    </Card>
  )
}
