import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { api, client } from '../../../web/api/api.ts'
import { ApiError, messageOf } from '../../../web/api/api-error.ts'
import { Field } from '../../../web/ui/field.tsx'
import { FormError } from '../../../web/ui/form.tsx'
import { FormDialog, firstErrors } from '../../../web/ui/form-dialog.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { Textarea } from '../../../web/ui/textarea.tsx'
import { toast } from '../../../web/ui/toast.tsx'
import type { AnswerSource } from '../../questions/contract.ts'
import { type AnswerTest, answerTestInput, type Cited, TEST_QUESTION_MAX } from '../contract.ts'
import { CitedField } from './cited-field.tsx'

interface Draft {
  question: string
  phrases: string
  cited: Cited | null
}

interface AnswerTestDialogProps {
  /** The test to edit; otherwise a new one, made of a visitor's question or a gap where one is named. */
  test?: AnswerTest
  questionId?: string | null
  gapId?: string | null
  onClose: () => void
  /** Closes the dialog. */
  onSaved: (test: AnswerTest) => void
}

const EMPTY: Draft = { question: '', phrases: '', cited: null }

const toCited = ({ kind, id, source_id, title }: AnswerSource): Cited | null =>
  kind === 'faq' ? { kind, id, title } : source_id ? { kind: 'source', id: source_id, title } : null

/** Initial values of a new test; undefined while they are loading. */
function useOrigin({ questionId, gapId }: Pick<AnswerTestDialogProps, 'questionId' | 'gapId'>): Draft | undefined {
  const question = useQuery(
    api.questions.details.queryOptions({ input: { id: questionId ?? '' }, enabled: Boolean(questionId), retry: false }),
  )
  const gap = useQuery(
    api.gaps.details.queryOptions({ input: { id: gapId ?? '' }, enabled: Boolean(gapId), retry: false }),
  )
  if (question.data) {
    const { faq, outcome, sources, replies } = question.data
    // A question that a person had to reply to did not get the right answer.
    const given = outcome === 'answered' && replies.length === 0 && sources[0] ? toCited(sources[0]) : null
    const cited = faq ? { kind: 'faq' as const, id: faq.id, title: faq.question } : given
    return { ...EMPTY, question: question.data.question, cited }
  }
  if (gap.data) {
    const { faq } = gap.data
    return { ...EMPTY, question: gap.data.question, cited: faq && { kind: 'faq', id: faq.id, title: faq.question } }
  }
  const lookedUp = (questionId && question.isPending) || (gapId && gap.isPending)
  return lookedUp ? undefined : EMPTY
}

/** Writes down a question and what its answer must hold. */
export default function AnswerTestDialog({ test, questionId, gapId, onClose, onSaved }: AnswerTestDialogProps) {
  const questionRef = useRef<HTMLTextAreaElement>(null)
  const origin = useOrigin({ questionId, gapId })
  const initial = test
    ? { question: test.question, phrases: test.must_contain.join('\n'), cited: test.must_cite }
    : origin
  return (
    <FormDialog
      title={test ? 'Edit answer test' : 'New answer test'}
      description="The question is asked as a visitor would ask it, now and whenever your content or instructions change."
      confirm={test ? 'Save changes' : 'Save test'}
      isReady={initial !== undefined}
      initialFocus={questionRef}
      onClose={onClose}
    >
      {(id, saving) =>
        initial ? (
          <TestForm
            id={id}
            questionRef={questionRef}
            initial={initial}
            save={async (input) => {
              const saved = await saving(() =>
                test ? client.answerTests.update({ id: test.id, test: input }) : client.answerTests.create(input),
              )
              toast({ message: test ? 'Answer test saved' : 'Answer test saved. Asking…' })
              onSaved(saved)
            }}
          />
        ) : (
          <SkeletonRows rows={3} />
        )
      }
    </FormDialog>
  )
}

type Input = Parameters<typeof client.answerTests.create>[0]

interface TestFormProps {
  id: string
  questionRef: RefObject<HTMLTextAreaElement | null>
  initial: Draft
  save: (input: Input) => Promise<void>
}

function TestForm({ id, questionRef, initial, save }: TestFormProps) {
  // The dialog may have opened before it was known what to show.
  useEffect(() => questionRef.current?.focus(), [questionRef])
  const [draft, setDraft] = useState(initial)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const change = (part: Partial<Draft>) => {
    setDraft((current) => ({ ...current, ...part }))
    setErrors({})
  }
  const submit = async () => {
    const { question, phrases, cited } = draft
    const input = {
      question,
      must_contain: phrases.split('\n'),
      must_cite: cited && { kind: cited.kind, id: cited.id },
    }
    // Empty lines are no phrases; so many of them are not too many.
    input.must_contain = input.must_contain.filter((phrase) => phrase.trim() !== '')
    const parsed = answerTestInput.safeParse(input)
    if (!parsed.success) {
      setErrors(firstErrors(parsed.error.issues))
      return
    }
    try {
      await save(input)
    } catch (error) {
      const fields = error instanceof ApiError ? (error.details?.fields ?? []) : []
      setErrors({ form: fields[0]?.message ?? messageOf(error, 'The test could not be saved.') })
    }
  }
  return (
    <form
      id={id}
      noValidate
      className="space-y-4"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <FormError message={errors.form} />
      <Field label="Question" error={errors.question}>
        <Textarea
          ref={questionRef}
          rows={2}
          value={draft.question}
          maxLength={TEST_QUESTION_MAX}
          onChange={(event) => change({ question: event.target.value })}
        />
      </Field>
      <p className="text-sm text-ink-soft">
        A test needs at least one expectation: phrases in the answer, or the source that it uses.
      </p>
      <Field
        label="The answer must contain"
        hint="One phrase per line. Case, spaces and the style of quotes and dashes are ignored."
        error={errors.must_contain}
      >
        <Textarea rows={3} value={draft.phrases} onChange={(event) => change({ phrases: event.target.value })} />
      </Field>
      <CitedField cited={draft.cited} onChange={(cited) => change({ cited })} />
    </form>
  )
}
