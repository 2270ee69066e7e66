import { useWatch } from 'react-hook-form'
import { formatNumber } from '../../../../kernel/format.ts'
import { Card } from '../../../../web/ui/card.tsx'
import { SelectField, TextareaField } from '../../../../web/ui/form.tsx'
import { SaveButton } from '../../../../web/ui/save-button.tsx'
import { useSavedForm } from '../../../../web/ui/use-saved-form.ts'
import { ANSWER_INSTRUCTIONS_MAX, updateSettingsInput, type WorkspaceSettings } from '../../contract.ts'
import { savingSettings } from './use-settings.ts'

const schema = updateSettingsInput.pick({ answer_tone: true, answer_instructions: true }).required()

const TONES = [
  { value: 'friendly', label: 'Friendly' },
  { value: 'neutral', label: 'Neutral' },
  { value: 'formal', label: 'Formal' },
  { value: 'concise', label: 'Concise' },
]

export function AnswersCard({ settings }: { settings: WorkspaceSettings }) {
  const { answer_tone, answer_instructions } = settings
  const { form, submit } = useSavedForm(schema, { answer_tone, answer_instructions }, savingSettings)
  const written = useWatch({ control: form.control, name: 'answer_instructions' })

  return (
    <Card
      title="Answers"
      description="The tone of answers by a language model. The model uses only your content; without a model, your texts are quoted unchanged."
    >
      <form noValidate onSubmit={submit} className="flex flex-col gap-5">
        <SelectField control={form.control} name="answer_tone" label="Tone" options={TONES} />
        <TextareaField
          control={form.control}
          name="answer_instructions"
          label="Instructions"
          optional
          rows={4}
          aside={`${written?.length ?? 0} / ${formatNumber(ANSWER_INSTRUCTIONS_MAX)}`}
          placeholder="Call our customers members. Mention opening hours when a customer asks about a visit."
        />
        <SaveButton control={form.control} />
      </form>
    </Card>
  )
}
