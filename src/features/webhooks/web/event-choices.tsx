import { useId } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { Checkbox } from '../../../web/ui/checkbox.tsx'
import { WEBHOOK_EVENTS, type WebhookEvent } from '../contract.ts'
import { EVENT_GROUPS } from './webhook-words.ts'

interface EventChoicesProps {
  chosen: readonly WebhookEvent[]
  error: string | undefined
  onChange: (chosen: WebhookEvent[]) => void
}

/** Checkboxes of all events, by subject. */
export function EventChoices({ chosen, error, onChange }: EventChoicesProps) {
  const errorId = useId()
  const isAll = chosen.length === WEBHOOK_EVENTS.length
  const toggle = (event: WebhookEvent, checked: boolean) =>
    onChange(WEBHOOK_EVENTS.filter((one) => (one === event ? checked : chosen.includes(one))))
  return (
    <fieldset aria-describedby={error ? errorId : undefined}>
      <div className="mb-2 flex items-center justify-between gap-3">
        <legend className="float-left text-sm font-medium">Events</legend>
        <Button size="sm" variant="ghost" onClick={() => onChange(isAll ? [] : [...WEBHOOK_EVENTS])}>
          {isAll ? 'Clear all' : 'Select all'}
        </Button>
      </div>
      {error && (
        <p id={errorId} role="alert" className="mb-2 text-sm text-bad">
          {error}
        </p>
      )}
      <div className="grid gap-x-6 gap-y-4 sm:grid-cols-2">
        {EVENT_GROUPS.map(({ label, events }) => (
          <div key={label} className="flex flex-col gap-2">
            <p className="text-sm text-ink-soft">{label}</p>
            {events.map(({ value, label: name }) => (
              <Checkbox
                key={value}
                name={value}
                checked={chosen.includes(value)}
                onCheckedChange={(checked) => toggle(value, checked)}
              >
                {name}
              </Checkbox>
            ))}
          </div>
        ))}
      </div>
    </fieldset>
  )
}
