import { useState } from 'react'
import { messageOf } from '../../../web/api/api-error.ts'
import { ConfirmDialog } from '../../../web/ui/confirm-dialog.tsx'
import { Field } from '../../../web/ui/field.tsx'
import { Select } from '../../../web/ui/select.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import { RETENTION_DAYS } from '../../workspaces/contract.ts'
import { saveSettings } from '../../workspaces/web/index.ts'

type Days = (typeof RETENTION_DAYS)[number]

const LABELS: Record<Days, string> = {
  30: '30 days',
  90: '90 days',
  180: 'Half a year',
  365: 'One year',
  730: 'Two years',
}
const ALWAYS = 'always'
const OPTIONS = [
  { value: ALWAYS, label: 'For as long as the workspace exists' },
  ...RETENTION_DAYS.map((days) => ({ value: String(days), label: LABELS[days] })),
]

/** Retention period of questions. Shortening asks for confirmation: older ones are deleted the next night. */
export function RetentionField({ days }: { days: number | null }) {
  const [wanted, setWanted] = useState<Days | null>()

  const save = async (to: Days | null) => {
    try {
      await saveSettings({ visitor_retention_days: to })
      toast({ message: 'Settings saved' })
    } catch (error) {
      toastError(messageOf(error, 'Failed to save settings'))
      throw error
    }
  }

  const choose = (value: string | null) => {
    const to = RETENTION_DAYS.find((option) => String(option) === value) ?? null
    if (to === days) return
    if (to !== null && (days === null || to < days)) setWanted(to)
    else save(to).catch(() => undefined)
  }

  return (
    <>
      <Field label="Keep visitors’ questions" name="visitor_retention_days">
        <Select options={OPTIONS} value={String(days ?? ALWAYS)} onValueChange={choose} />
      </Field>
      <ConfirmDialog
        open={wanted !== undefined}
        onOpenChange={() => setWanted(undefined)}
        destructive
        title="Delete older questions?"
        description={`Older questions are deleted every night, starting tonight: ${wanted ? LABELS[wanted].toLowerCase() : ''}. FAQs created from them stay.`}
        confirmLabel="Delete older questions"
        onConfirm={() => save(wanted ?? null)}
      />
    </>
  )
}
