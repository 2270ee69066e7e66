import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { api, client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { SelectField, TextField } from '../../../../web/ui/form.tsx'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import {
  PAGES_OF_PLAN,
  SOURCE_PRIORITIES,
  SOURCE_VISIBILITIES,
  SYNC_INTERVALS,
  type Website,
  websiteSettingsInput,
} from '../../contract.ts'
import { SourceDialog, type SourceDialogState } from '../source-dialog.tsx'
import { pagesField, SourceSettingsFields } from '../source-settings-fields.tsx'
import { useSourceForm } from '../use-source-form.ts'
import { PatternFields, patternsField } from './pattern-fields.tsx'
import { SYNC_OPTIONS } from './sync-options.ts'

const schema = z.object({
  name: websiteSettingsInput.shape.name.unwrap(),
  sync_every: z.enum(SYNC_INTERVALS),
  pages_max: pagesField(PAGES_OF_PLAN.unlimited),
  content_selector: z.string().trim().max(300, { error: 'Please enter at most 300 characters.' }),
  priority: z.enum(SOURCE_PRIORITIES),
  visibility: z.enum(SOURCE_VISIBILITIES),
  include: patternsField,
  exclude: patternsField,
})

/** Settings of how a website is read and used. */
export default function WebsiteSettingsDialog({ website, ...dialog }: SourceDialogState & { website: Website }) {
  const { id, url, scope, name, sync_every, pages_max, content_selector, priority, visibility } = website
  const known = useQuery(
    api.knowledge.websites.addresses.queryOptions({ input: { id }, enabled: dialog.open && scope !== 'page' }),
  )
  const stored = {
    name,
    sync_every,
    pages_max: pages_max === null ? '' : String(pages_max),
    content_selector: content_selector ?? '',
    priority,
    visibility,
    include: website.include.join('\n'),
    exclude: website.exclude.join('\n'),
  }
  const { form, submit, busy } = useSourceForm(schema, stored, dialog, {
    send: async (values) => {
      await client.knowledge.websites.update({ id, ...values, content_selector: values.content_selector || null })
      toast({ message: 'Settings saved' })
    },
    explain: (error) => toastError(messageOf(error)),
  })
  const { control } = form
  return (
    <SourceDialog
      {...dialog}
      title="Website settings"
      description={url}
      confirm="Save Changes"
      busy={busy}
      onSubmit={submit}
    >
      <TextField control={control} name="name" label="Name" />
      <SelectField control={control} name="sync_every" label="Read again" options={SYNC_OPTIONS} />
      <TextField
        control={control}
        name="pages_max"
        label="Maximum pages"
        inputMode="numeric"
        optional
        hint="Leave it empty to read as many as your plan allows."
      />
      <TextField
        control={control}
        name="content_selector"
        label="Content selector"
        optional
        placeholder="main .article"
        hint="A CSS selector of the part of each page to read. Leave it empty to detect the main content of each page."
      />
      {scope !== 'page' && <PatternFields control={control} known={known.isError ? null : known.data} />}
      <SourceSettingsFields control={control} />
    </SourceDialog>
  )
}
