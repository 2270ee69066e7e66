import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { Button } from '../../../web/ui/button.tsx'
import { IconButton } from '../../../web/ui/icon-button.tsx'
import { Input } from '../../../web/ui/input.tsx'
import { CUSTOM_HEADERS_MAX } from '../contract.ts'

export interface HeaderDraft {
  key: string
  name: string
  value: string
  /** The server has a value, which stays unless another one is entered. */
  isStored: boolean
}

export const newHeader = (name = '', isStored = false): HeaderDraft => ({
  key: crypto.randomUUID(),
  name,
  value: '',
  isStored,
})

interface HeadersFieldProps {
  headers: readonly HeaderDraft[]
  error: string | undefined
  onChange: (headers: HeaderDraft[]) => void
}

/** Headers that are sent with every event. */
export function HeadersField({ headers, error, onChange }: HeadersFieldProps) {
  const errorId = useId()
  const change = (key: string, part: Partial<HeaderDraft>) =>
    onChange(headers.map((header) => (header.key === key ? { ...header, ...part } : header)))
  return (
    <fieldset className="flex flex-col gap-2" aria-describedby={error ? errorId : undefined}>
      <legend className="mb-1.5 text-sm font-medium">
        Custom headers <span className="font-normal text-ink-faint">(optional)</span>
      </legend>
      {headers.map(({ key, name, value, isStored }, index) => (
        <div key={key} className="flex items-center gap-2">
          <Input
            aria-label={`Name of header ${index + 1}`}
            placeholder="Authorization"
            autoComplete="off"
            readOnly={isStored}
            value={name}
            onChange={(event) => change(key, { name: event.target.value })}
          />
          <Input
            aria-label={`Value of header ${index + 1}`}
            placeholder={isStored ? 'Unchanged' : 'Value'}
            autoComplete="off"
            value={value}
            onChange={(event) => change(key, { value: event.target.value })}
          />
          <IconButton
            variant="danger-ghost"
            label={`Remove header ${index + 1}`}
            tooltip={false}
            icon={<Trash2 size={16} />}
            onClick={() => onChange(headers.filter((header) => header.key !== key))}
          />
        </div>
      ))}
      {error && (
        <p id={errorId} role="alert" className="text-sm text-bad">
          {error}
        </p>
      )}
      {headers.length < CUSTOM_HEADERS_MAX && (
        <div>
          <Button
            size="sm"
            icon={<Plus size={15} aria-hidden="true" />}
            onClick={() => onChange([...headers, newHeader()])}
          >
            Add header
          </Button>
        </div>
      )}
    </fieldset>
  )
}
