import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { formatNumber } from '../../../../kernel/format.ts'
import { plural } from '../../../../kernel/text.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { Field } from '../../../../web/ui/field.tsx'
import { FormError } from '../../../../web/ui/form.tsx'
import { Select } from '../../../../web/ui/select.tsx'
import type { OnDuplicate } from '../../contract.ts'
import { ChooseFile } from './choose-file.tsx'
import { ColumnMappingTable } from './column-mapping.tsx'
import { ImportPreview } from './import-preview.tsx'
import { startImport } from './import-run.ts'
import { UnfinishedNotice } from './unfinished-notice.tsx'
import { type ReadFile, useImportFile } from './use-import-file.ts'

const DUPLICATES: { value: OnDuplicate; label: string }[] = [
  { value: 'skip', label: 'Skip the row' },
  { value: 'update', label: 'Update the FAQ' },
  { value: 'create', label: 'Add it anyway' },
]
const STATUSES = [
  { value: 'draft', label: 'Draft' },
  { value: 'published', label: 'Published' },
] as const

/** Choosing a file, what its columns are, and what to do with questions that exist. */
export function PrepareImport({ workspaceId }: { workspaceId: string }) {
  const source = useImportFile(workspaceId)
  const [params] = useSearchParams()
  const sourceId = params.get('source')
  const chooseSource = useEffectEvent(source.chooseSource)
  useEffect(() => {
    if (sourceId) chooseSource(sourceId)
  }, [sourceId])
  const { file } = source
  if (!file) {
    return (
      <>
        <UnfinishedNotice workspaceId={workspaceId} />
        <ChooseFile reading={source.reading} refusal={source.refusal} onFile={source.choose} />
      </>
    )
  }
  const { open, summary, choices, plan, unfinished } = file
  const missing = (['question', 'answer'] as const).filter((field) => !choices.mapping.includes(field))
  const start = () => {
    source.release()
    startImport({
      workspaceId,
      file: open,
      headed: summary.headed,
      choices,
      total: plan.rows,
      ...(unfinished && { runId: unfinished.runId }),
    })
  }
  return (
    <div className="space-y-5">
      <Card
        title={open.name}
        description={`${plural(summary.rows, 'row')}, ${plural(summary.columns.length, 'column')}`}
        actions={<Button onClick={source.forget}>Choose another file</Button>}
      >
        <ColumnMappingTable
          summary={summary}
          mapping={choices.mapping}
          onMapping={(mapping) => source.setChoices({ mapping })}
          onHeaded={source.setHeaded}
        />
        <div className="mt-5 grid gap-4 sm:grid-cols-2">
          <Field label="If a FAQ with the same question exists">
            <Select
              options={DUPLICATES}
              value={choices.onDuplicate}
              onValueChange={(onDuplicate) => source.setChoices({ onDuplicate })}
            />
          </Field>
          <Field label="Status of rows without one">
            <Select
              options={STATUSES}
              value={choices.status === 'published' ? 'published' : 'draft'}
              onValueChange={(status) => source.setChoices({ status })}
            />
          </Field>
        </div>
      </Card>
      {missing.length > 0 ? (
        <FormError
          message={`Please choose the column with the ${missing.join(' and which holds the ')}. A FAQ needs both.`}
        />
      ) : (
        <Card title="Preview" description={<Counts file={file} />}>
          <ImportPreview file={file} />
        </Card>
      )}
      <div className="sticky bottom-0 z-20 -mx-4 flex items-center justify-end gap-3 border-t border-line bg-paper px-4 py-3 sm:-mx-8 sm:px-8">
        {unfinished && <p className="mr-auto text-md text-ink-soft">FAQs imported so far stay unchanged.</p>}
        <Button
          variant="primary"
          disabled={missing.length > 0 || plan.ready === 0}
          loading={source.reading}
          onClick={start}
        >
          {unfinished ? 'Continue the import' : `Import ${plural(plan.ready, 'row')}`}
        </Button>
      </div>
    </div>
  )
}

function Counts({ file: { plan, same } }: { file: ReadFile }) {
  const refused = plan.rows - plan.ready
  const parts = [
    `${formatNumber(plan.ready)} ready`,
    ...(refused > 0 ? [`${formatNumber(refused)} will be refused`] : []),
    ...(plan.repeated > 0 ? [`${formatNumber(plan.repeated)} repeat a question in this file`] : []),
    ...(same ? [`${formatNumber(same)} already exist as FAQs`] : []),
  ]
  return (
    <span role="status">
      {parts.join(' · ')}
      {plan.rows > plan.preview.length && `. The first ${plan.preview.length} are shown.`}
    </span>
  )
}
