import { useEffect } from 'react'
import { useWatch } from 'react-hook-form'
import { messageOf } from '../../../web/api/api-error.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { applyServerErrors, SelectField, TextareaField, useZodForm } from '../../../web/ui/form.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { ANSWER_INSTRUCTIONS_MAX, updateSettingsInput, type WorkspaceSettings } from '../contract.ts'
import { saveSettings } from './use-settings.ts'

const schema = updateSettingsInput.pick({ answer_tone: true, answer_instructions: true }).required()

const TONES = [
  { value: 'friendly', label: 'Friendly' },
  { value: 'neutral', label: 'Neutral' },
  { value: 'formal', label: 'Formal' },
  { value: 'concise', label: 'Concise' },
]

export function AnswersCard({ settings }: { settings: WorkspaceSettings }) {
  const { answer_tone, answer_instructions } = settings
  const form = useZodForm(schema, { answer_tone, answer_instructions })
  const { isSubmitting } = form.formState
  const { reset } = form
  const written = useWatch({ control: form.control, name: 'answer_instructions' })
  useEffect(
    () => reset({ answer_tone, answer_instructions }, { keepDirtyValues: true }),
    [reset, answer_tone, answer_instructions],
  )

  const submit = form.handleSubmit(async (values) => {
    try {
      await saveSettings(values)
      reset(values)
      toast({ message: 'Settings saved' })
    } catch (error) {
      if (!applyServerErrors(form, error)) toastError(messageOf(error, 'Failed to save settings'))
    }
  })

  return (
    <Card
      title="Answers"
      description="How a language model words its answers. What it may say comes from your content alone; without a model your own words are given as they are."
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <SelectField control={form.control} name="answer_tone" label="Tone" options={TONES} />
        <TextareaField
          control={form.control}
          name="answer_instructions"
          label="Instructions"
          optional
          rows={4}
          aside={`${written?.length ?? 0} / ${ANSWER_INSTRUCTIONS_MAX.toLocaleString('en')}`}
          placeholder="Call our customers members. Mention opening hours when somebody asks about a visit."
        />
        <div>
          <Button type="submit" variant="primary" loading={isSubmitting}>
            Save Changes
          </Button>
        </div>
      </form>
    </Card>
  )
}
