import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { SOURCE_PRIORITIES, SOURCE_VISIBILITIES, type Source } from '../contract.ts'
import { SourceDialog, type SourceDialogState } from './source-dialog.tsx'
import { SourceSettingsFields, SwitchField } from './source-settings-fields.tsx'
import { useSourceForm } from './use-source-form.ts'

const schema = z.object({
  priority: z.enum(SOURCE_PRIORITIES),
  visibility: z.enum(SOURCE_VISIBILITIES),
  offers_original: z.boolean(),
  is_listed: z.boolean(),
})

/** Settings of a file, a text or an item of a connected service. */
export default function SourceSettingsDialog({ source, ...dialog }: SourceDialogState & { source: Source }) {
  const { id, title, priority, visibility, offers_original, is_listed } = source
  const stored = { priority, visibility, offers_original, is_listed }
  const { form, submit, busy } = useSourceForm(schema, stored, dialog, {
    send: async (values) => {
      await client.knowledge.updateSource({ id, ...values })
      toast({ message: 'Settings saved' })
    },
    explain: (error) => toastError(messageOf(error)),
  })
  const { control } = form
  const hasPage = useWatch({ control, name: 'visibility' }) === 'open'
  return (
    <SourceDialog
      {...dialog}
      title="Source settings"
      description={title}
      confirm="Save Changes"
      busy={busy}
      onSubmit={submit}
    >
      <SourceSettingsFields control={control} />
      {hasPage && source.file_size !== null && (
        <SwitchField control={control} name="offers_original" label="Offer the original file on its page" />
      )}
      {hasPage && <SwitchField control={control} name="is_listed" label="Show its page in search engines" />}
    </SourceDialog>
  )
}
