import { useState } from 'react'
import type { z } from 'zod'
import { client } from '../../../../web/api/api.ts'
import { ApiError } from '../../../../web/api/api-error.ts'
import { SelectField, TextField } from '../../../../web/ui/form.tsx'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import {
  addWebsiteInput,
  PAGES_TO_ASK_FROM,
  URL_EXISTS,
  type WebsitePreview,
  type WebsiteScope,
} from '../../contract.ts'
import { partOfWebsite } from '../../domain/website-parts.ts'
import { SourceDialog, type SourceDialogState } from '../source-dialog.tsx'
import { SCOPE_OPTIONS } from '../source-labels.ts'
import { useSourceForm } from '../use-source-form.ts'
import { ChoosePartDialog } from './choose-part-dialog.tsx'
import { followWebsite } from './followed-websites.ts'

const schema = addWebsiteInput.pick({ url: true, scope: true }).required()
const FAILED = 'Failed to scrape website.'

/** Adds it and follows how reading it goes. */
const add = async (website: z.input<typeof addWebsiteInput>) =>
  followWebsite((await client.knowledge.websites.add(website)).id)

function explain(error: unknown): void {
  if (error instanceof ApiError && error.code === 'website.exists') toast({ ...URL_EXISTS, destructive: true })
  else if (error instanceof ApiError && error.kind === 'limit') toastError(error.message)
  else toastError(FAILED)
}

/** An address, and how much around it is read. Of a large website it is asked first what of it. */
export default function AddWebsiteDialog(props: SourceDialogState) {
  const [preview, setPreview] = useState<{ found: WebsitePreview; scope: WebsiteScope } | null>(null)
  const { form, submit, busy } = useSourceForm(schema, { url: '', scope: 'site' }, props, {
    send: async (website) => {
      const found = website.scope === 'page' ? null : await client.knowledge.websites.preview({ url: website.url })
      if (found?.problem) {
        form.setError('url', { message: found.problem }, { shouldFocus: true })
        toastError(FAILED)
        return false
      }
      const pages = found && website.scope === 'section' ? partOfWebsite(found)?.pages : found?.pages
      if (!found || (pages ?? 0) <= PAGES_TO_ASK_FROM) return add(website)
      setPreview({ found, scope: website.scope })
      return false
    },
    explain,
  })
  if (preview)
    return (
      <ChoosePartDialog
        {...props}
        {...preview}
        onOpenChange={(open) => {
          if (!open) setPreview(null)
          props.onOpenChange(open)
        }}
        onBack={() => setPreview(null)}
        onAdd={async (website) => {
          await add(website)
          form.reset()
        }}
        explain={explain}
      />
    )
  return (
    <SourceDialog
      {...props}
      title="Add Website URL"
      description="Its pages are read now and then once a day. Pages that robots.txt excludes are not read."
      confirm="Add website"
      busy={busy}
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
      <p role="status" className="text-sm text-ink-soft empty:hidden">
        {busy && 'Looking for pages to read…'}
      </p>
    </SourceDialog>
  )
}
