import { z } from 'zod'
import { formatNumber } from '../../../../kernel/format.ts'
import { plural } from '../../../../kernel/text.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { SelectField, TextField } from '../../../../web/ui/form.tsx'
import type { addWebsiteInput, WebsitePreview, WebsiteScope } from '../../contract.ts'
import { partOfWebsite } from '../../domain/website-parts.ts'
import { SourceDialog, type SourceDialogState } from '../source-dialog.tsx'
import { pagesField } from '../source-settings-fields.tsx'
import { useSourceForm } from '../use-source-form.ts'
import { PatternFields, patternsField } from './pattern-fields.tsx'

interface ChoosePartDialogProps extends SourceDialogState {
  found: WebsitePreview
  /** The requested website. */
  scope: WebsiteScope
  onBack: () => void
  onAdd: (website: z.input<typeof addWebsiteInput>) => Promise<void>
  explain: (error: unknown) => void
}

const ALL = 'all'

/** Selection of the parts of a large website that are read. */
export function ChoosePartDialog({ found, scope, onBack, onAdd, explain, ...dialog }: ChoosePartDialogProps) {
  const { url, pages, left_out, complete, sections, addresses, pages_of_plan } = found
  const part = scope === 'section' ? (partOfWebsite(found)?.url ?? url) : ALL
  const suggested = Math.min(pages_of_plan, pages)
  const schema = z.object({
    part: z.string(),
    pages_max: pagesField(pages_of_plan),
    include: patternsField,
    exclude: patternsField,
  })
  const { form, submit, busy } = useSourceForm(
    schema,
    { part, pages_max: String(suggested), include: '', exclude: '' },
    dialog,
    {
      send: ({ part: chosen, pages_max, include, exclude }) =>
        onAdd({
          ...(chosen === ALL ? { url, scope: 'site' } : { url: chosen, scope: 'section' }),
          ...(pages_max === null ? {} : { pages_max }),
          include,
          exclude,
        }),
      explain,
    },
  )
  const { host } = new URL(url)
  const least = complete ? '' : 'at least '
  const options = [
    { value: ALL, label: `The whole website: ${least}${plural(pages, 'page')}` },
    ...sections.map((one) => ({ value: one.url, label: `${one.path} ${least}${plural(one.pages, 'page')}` })),
    ...(part === ALL || sections.some((one) => one.url === part) ? [] : [{ value: part, label: 'This section' }]),
  ]
  return (
    <SourceDialog
      {...dialog}
      title={`${host} has ${least}${plural(pages, 'page')}`}
      description={
        left_out === 0
          ? 'Choose the parts to read. You can change this later.'
          : `Choose the parts to read. ${plural(left_out, 'more address', 'more addresses')} would be left out: no pages, or not to be read.`
      }
      confirm="Read these pages"
      busy={busy}
      onSubmit={submit}
      extra={
        <Button variant="ghost" onClick={onBack} disabled={busy}>
          Back
        </Button>
      }
    >
      <SelectField control={form.control} name="part" label="What to read" options={options} />
      <TextField
        control={form.control}
        name="pages_max"
        label="Maximum pages"
        inputMode="numeric"
        hint={`Your plan allows ${formatNumber(pages_of_plan)} pages of a website.`}
      />
      <PatternFields control={form.control} known={{ addresses, total: pages }} />
    </SourceDialog>
  )
}
