import { format } from 'date-fns'
import { useState } from 'react'
import { Field } from '../../../../web/ui/field.tsx'
import { Input } from '../../../../web/ui/input.tsx'
import { Select } from '../../../../web/ui/select.tsx'
import type { QuestionDetails } from '../../contract.ts'
import { SNOOZE_TIMES, type SnoozeTime } from '../../domain/snooze-times.ts'
import { isSnoozed } from '../../domain/views.ts'
import { useMembers } from './use-members.ts'
import { useTeamwork } from './use-teamwork.ts'

const NO_ONE = 'none'

/** The assignee of the question, and the time until which it is snoozed. */
export function Handling({ details }: { details: QuestionDetails }) {
  return (
    <div className="grid gap-4 border-b border-line pb-5 @sm/context:grid-cols-2">
      <AssigneeField details={details} />
      <SnoozeField details={details} />
    </div>
  )
}

function AssigneeField({ details }: { details: QuestionDetails }) {
  const members = useMembers()
  const { assign } = useTeamwork()
  const options = [
    { value: NO_ONE, label: 'No one' },
    ...members.map(({ id, name, you }) => ({ value: id, label: you ? `${name} (you)` : name })),
  ]
  const assignee = details.assignee_id ?? NO_ONE
  return (
    <Field label="Assigned to">
      <Select
        size="sm"
        aria-keyshortcuts="a"
        options={options}
        // Null until the members are known.
        value={options.some(({ value }) => value === assignee) ? assignee : null}
        placeholder="Loading…"
        onValueChange={(value) => assign(details.id, value === NO_ONE ? null : value)}
      />
    </Field>
  )
}

type SnoozeChoice = SnoozeTime | 'none' | 'now' | 'custom'

const TIMES = (Object.keys(SNOOZE_TIMES) as SnoozeTime[]).map((value) => ({ value, label: SNOOZE_TIMES[value].label }))

function SnoozeField({ details }: { details: QuestionDetails }) {
  const { snooze } = useTeamwork()
  const [custom, setCustom] = useState(false)
  const { id, snoozed_until: until } = details
  const snoozed = until !== null && isSnoozed(details, new Date())
  const choose = (choice: SnoozeChoice) => {
    setCustom(choice === 'custom')
    if (choice === 'now') snooze(id, null)
    else if (choice in SNOOZE_TIMES) snooze(id, SNOOZE_TIMES[choice as SnoozeTime].from(new Date()))
  }
  return (
    <div>
      <Field label="Snooze">
        <Select<SnoozeChoice>
          size="sm"
          aria-keyshortcuts="s"
          options={[
            { value: 'none', label: snoozed ? `Until ${format(new Date(until), 'MMM d, p')}` : 'Not snoozed' },
            ...(snoozed ? [{ value: 'now' as const, label: 'End snooze' }] : []),
            ...TIMES,
            { value: 'custom', label: 'Until a date…' },
          ]}
          value={custom ? 'custom' : 'none'}
          onValueChange={choose}
        />
      </Field>
      {custom && (
        <SnoozeUntil
          onChoose={(time) => {
            setCustom(false)
            snooze(id, time)
          }}
        />
      )}
    </div>
  )
}

/** Asks for a time; it is taken when the field is left, or with Enter. */
function SnoozeUntil({ onChoose }: { onChoose: (until: Date) => void }) {
  const [value, setValue] = useState('')
  const submit = () => {
    if (value) onChoose(new Date(value))
  }
  return (
    <Input
      autoFocus
      type="datetime-local"
      aria-label="Snooze until"
      min={format(new Date(), "yyyy-MM-dd'T'HH:mm")}
      value={value}
      onChange={(event) => setValue(event.target.value)}
      onBlur={submit}
      onKeyDown={(event) => event.key === 'Enter' && submit()}
      className="mt-2"
    />
  )
}
