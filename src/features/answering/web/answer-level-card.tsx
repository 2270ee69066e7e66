import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Controller } from 'react-hook-form'
import { z } from 'zod'
import { plural } from '../../../kernel/text.ts'
import { api } from '../../../web/api/api.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { Choice } from '../../../web/ui/choice.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SaveButton } from '../../../web/ui/save-button.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { useSavedForm } from '../../../web/ui/use-saved-form.ts'
import { ANSWER_LEVELS, type AnswerLevel, type WorkspaceSettings } from '../../workspaces/contract.ts'
import { saveSettings } from '../../workspaces/web/index.ts'
import { type DecidedOutcome, type LevelPreview, PREVIEW_DAYS } from '../contract.ts'

const schema = z.object({ answer_level: z.enum(ANSWER_LEVELS) })
type Values = z.output<typeof schema>

const LEVELS: { value: AnswerLevel; label: string }[] = [
  { value: 'less', label: 'Answer less' },
  { value: 'usual', label: 'Usual' },
  { value: 'more', label: 'Answer more' },
]
const MEANINGS: Record<AnswerLevel, string> = {
  less: 'Answers only when it is very likely right; other questions get the closest help.',
  usual: 'Answers and closest help are balanced as measured on many help contents.',
  more: 'An answer is given when it is more likely right than wrong. A question that asks for something your content lacks, such as another platform, is still not answered.',
}
const OUTCOMES: { value: DecidedOutcome; label: string }[] = [
  { value: 'answered', label: 'Answered' },
  { value: 'suggested', label: 'Closest help' },
  { value: 'refused', label: 'Refused' },
]
const labelOf = (outcome: DecidedOutcome) => OUTCOMES.find(({ value }) => value === outcome)?.label

const saving = {
  save: async ({ answer_level }: Values): Promise<Values> => {
    const saved = await saveSettings({ answer_level })
    return { answer_level: saved.answer_level }
  },
  done: 'Settings saved',
  failed: 'Failed to save settings',
}

/** Certainty from which visitors get an answer, with a preview before it is saved. */
export function AnswerLevelCard({ settings: { answer_level: stored } }: { settings: WorkspaceSettings }) {
  const { form, submit } = useSavedForm(schema, { answer_level: stored }, saving)
  const level = form.watch('answer_level')
  return (
    <Card
      title="When to answer"
      description="How sure an answer from your content must be. When it is less sure, visitors see the closest help instead of an answer."
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <div className="flex flex-col gap-2">
          <Controller
            control={form.control}
            name="answer_level"
            render={({ field: { value, onChange } }) => (
              <Choice
                label="Answers"
                hideLabel
                options={LEVELS}
                value={value}
                onValueChange={onChange}
                describedBy="answer-level-meaning"
              />
            )}
          />
          <p id="answer-level-meaning" className="text-md text-ink-soft">
            {MEANINGS[level]}
          </p>
        </div>
        {level !== stored && <Preview level={level} />}
        <SaveButton control={form.control} />
      </form>
    </Card>
  )
}

function Preview({ level }: { level: AnswerLevel }) {
  const query = useQuery({
    ...api.answering.previewLevel.queryOptions({ input: { level } }),
    // A preview compares with the stored level, which may be another one the next time.
    gcTime: 0,
  })
  const { data } = query
  if (query.isError && !data) return <QueryError title="The preview could not be loaded" query={query} />
  return (
    <section aria-label="Preview" aria-busy={!data} className="text-md">
      {!data ? <SkeletonRows rows={3} /> : <Outcomes preview={data} />}
    </section>
  )
}

function Outcomes({ preview: { questions, before, after, changes } }: { preview: LevelPreview }) {
  if (questions === 0)
    return <p role="status">There are no questions of the last {PREVIEW_DAYS} days to preview this on.</p>
  return (
    <>
      <table className="w-full tabular-nums">
        <caption className="pb-2 text-left">
          {plural(questions, 'question')} of the last {PREVIEW_DAYS} days, checked against your current content
        </caption>
        <thead className="text-sm text-ink-soft">
          <tr>
            <th scope="col" className="text-left font-medium">
              Outcome
            </th>
            <th scope="col" className="w-24 text-right font-medium">
              Now
            </th>
            <th scope="col" className="w-24 text-right font-medium">
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {OUTCOMES.map(({ value, label }) => (
            <tr key={value} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-medium">
                {label}
              </th>
              <td className="text-right">{before[value] ?? 0}</td>
              <td className="text-right">{after[value] ?? 0}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p role="status" className="mt-4 font-medium">
        {changes.length === 0
          ? 'No question changes its outcome.'
          : `${plural(changes.length, 'question')} would change`}
      </p>
      <Changes changes={changes} />
    </>
  )
}

const SHOWN_AT_FIRST = 8

function Changes({ changes }: Pick<LevelPreview, 'changes'>) {
  const [isOpen, setOpen] = useState(false)
  const shown = isOpen ? changes : changes.slice(0, SHOWN_AT_FIRST)
  return (
    <>
      <ul className="mt-1 flex flex-col">
        {shown.map(({ question, before, after }) => (
          <li
            key={question}
            className="flex flex-wrap justify-between gap-x-4 border-t border-line py-1.5 first:border-0"
          >
            <span className="min-w-0 break-words">{question}</span>
            <span className="text-ink-soft">
              {labelOf(before)} → {labelOf(after)}
            </span>
          </li>
        ))}
      </ul>
      {shown.length < changes.length && (
        <Button variant="secondary" size="sm" className="mt-2" onClick={() => setOpen(true)}>
          Show all {changes.length}
        </Button>
      )}
    </>
  )
}
