import type { RefObject } from 'react'
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form'
import { Field } from '../../../../web/ui/field.tsx'
import { SelectField, TextField } from '../../../../web/ui/form.tsx'
import { Input } from '../../../../web/ui/input.tsx'
import { ANSWER_MAX, FAQ_STATUSES, QUESTION_MAX } from '../../contract.ts'
import { AnswerField } from '../answer-editor/answer-field.tsx'
import { STATUS_LABELS } from '../status-labels.ts'
import { AlternativesField } from './alternatives-field.tsx'
import { AnswerPreview } from './answer-preview.tsx'
import { CategoryField } from './category-field.tsx'
import { counter, type FaqFormValues } from './faq-form.ts'

interface FaqFieldsProps<T> {
  form: UseFormReturn<FaqFormValues, unknown, T>
  /** An existing FAQ: it has a place in the order, and may be archived. */
  editing: boolean
  questionRef: RefObject<HTMLInputElement | null>
  /** The text takes the page; everything else is in a panel beside it. */
  isFullPage: boolean
}

/** The fields of a FAQ, with its answer shown as visitors will see it. */
export function FaqFields<T>({ form, editing, questionRef, isFullPage }: FaqFieldsProps<T>) {
  const { control } = form
  const [question, answer] = useWatch({ control, name: ['question', 'answer'] })
  const preview = <AnswerPreview question={question} answer={answer} />
  const statuses = FAQ_STATUSES.filter((status) => editing || status !== 'archived')
  return (
    <div className={isFullPage ? 'grid gap-x-6 gap-y-4.5 lg:grid-cols-[minmax(0,1fr)_23rem]' : 'space-y-4.5'}>
      <div className="min-w-0 space-y-4.5">
        <Controller
          control={control}
          name="question"
          render={({ field, fieldState }) => (
            <Field label="Question" error={fieldState.error?.message} aside={counter(question, QUESTION_MAX)}>
              <Input
                {...field}
                ref={(element) => {
                  field.ref(element)
                  questionRef.current = element
                }}
                autoComplete="off"
                placeholder="How do I change my password?"
              />
            </Field>
          )}
        />
        <Controller
          control={control}
          name="answer"
          render={({ field, fieldState }) => (
            <AnswerField
              label="Answer"
              value={field.value}
              onChange={field.onChange}
              onBlur={field.onBlur}
              focusRef={field.ref}
              error={fieldState.error?.message}
              aside={counter(answer, ANSWER_MAX)}
              tall={isFullPage}
              hint="Type “/” to insert a heading, a list or a table."
            />
          )}
        />
        {!isFullPage && preview}
      </div>
      <div className="space-y-4.5">
        <div
          className={`grid gap-4 ${editing ? 'sm:grid-cols-3' : 'sm:grid-cols-2'} ${isFullPage ? 'lg:grid-cols-1' : ''}`}
        >
          <Controller
            control={control}
            name="category"
            render={({ field, fieldState }) => (
              <CategoryField value={field.value} onValueChange={field.onChange} error={fieldState.error?.message} />
            )}
          />
          <SelectField
            control={control}
            name="status"
            label="Status"
            hint="Visitors see only published FAQs."
            options={statuses.map((status) => ({ value: status, label: STATUS_LABELS[status] }))}
          />
          {editing && (
            <TextField
              control={control}
              name="display_order"
              label="Display order"
              inputMode="numeric"
              autoComplete="off"
            />
          )}
        </div>
        <Controller
          control={control}
          name="alternative_questions"
          render={({ field, formState }) => (
            <AlternativesField
              value={field.value}
              onValueChange={field.onChange}
              error={firstMessage(formState.errors.alternative_questions)}
            />
          )}
        />
        {isFullPage && preview}
      </div>
    </div>
  )
}

/** The error of a list, or of the first wrong entry in it. */
function firstMessage(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string') return error.message
  return Object.values(error).map(firstMessage).find(Boolean)
}
