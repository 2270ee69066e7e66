import { useQueryClient } from '@tanstack/react-query'
import { api, client } from '../../../web/api/api.ts'
import { ApiError } from '../../../web/api/api-error.ts'
import { applyServerErrors, SelectField, TextField, useZodForm } from '../../../web/ui/form.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { addWebsiteInput, URL_EXISTS } from '../contract.ts'
import { followWebsite } from './followed-websites.ts'
import { SourceDialog, type SourceDialogState } from './source-dialog.tsx'
import { SCOPE_OPTIONS } from './source-labels.ts'

const schema = addWebsiteInput.required()

/** An address, and how much around it is read. */
export default function AddWebsiteDialog(props: SourceDialogState) {
  const queryClient = useQueryClient()
  const form = useZodForm(schema, { url: '', scope: 'site' })
  const { isSubmitting } = form.formState
  const submit = form.handleSubmit(async (website) => {
    try {
      followWebsite((await client.knowledge.websites.add(website)).id)
    } catch (error) {
      if (applyServerErrors(form, error)) return
      if (error instanceof ApiError && error.code === 'website.exists') toast({ ...URL_EXISTS, destructive: true })
      else if (error instanceof ApiError && error.kind === 'limit') toastError(error.message)
      else toastError('Failed to scrape website.')
      return
    }
    form.reset()
    props.onOpenChange(false)
    await queryClient.invalidateQueries({ queryKey: api.knowledge.key() })
  })
  return (
    <SourceDialog
      {...props}
      title="Add Website URL"
      description="Its pages are read now and once a day from then on. What its robots.txt keeps private stays unread."
      confirm="Add website"
      busy={isSubmitting}
      onSubmit={submit}
    >
      <TextField
        control={form.control}
        name="url"
        label="Website URL"
        placeholder="https://example.com"
        inputMode="url"
        autoComplete="url"
        autoCapitalize="none"
        spellCheck={false}
      />
      <SelectField control={form.control} name="scope" label="What to read" options={SCOPE_OPTIONS} />
    </SourceDialog>
  )
}
