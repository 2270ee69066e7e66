import { z } from 'zod'
import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { SOURCE_PRIORITIES, SOURCE_VISIBILITIES, type Source } from '../contract.ts'
import { SourceDialog, type SourceDialogState } from './source-dialog.tsx'
import { StandingFields } from './source-settings-fields.tsx'
import { useSourceForm } from './use-source-form.ts'

const schema = z.object({ priority: z.enum(SOURCE_PRIORITIES), visibility: z.enum(SOURCE_VISIBILITIES) })

/** Settings of a file or text. */
export default function SourceSettingsDialog({ source, ...dialog }: SourceDialogState & { source: Source }) {
  const { id, title, url, priority, visibility } = source
  const { form, submit, busy } = useSourceForm(schema, { priority, visibility }, dialog, {
    send: async (values) => {
      await client.knowledge.updateSource({ id, ...values })
      toast({ message: 'Settings saved' })
    },
    explain: (error) => toastError(messageOf(error)),
  })
  return (
    <SourceDialog
      {...dialog}
      title="Source settings"
      description={title}
      confirm="Save Changes"
      busy={busy}
      onSubmit={submit}
    >
      <StandingFields control={form.control} linkable={url !== null} />
    </SourceDialog>
  )
}
