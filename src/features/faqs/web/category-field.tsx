import { useEffect, useRef, useState } from 'react'
import { Field } from '../../../web/ui/field.tsx'
import { Input } from '../../../web/ui/input.tsx'
import { Select } from '../../../web/ui/select.tsx'
import { CATEGORY_MAX, DEFAULT_CATEGORY } from '../contract.ts'
import { useCategories } from './use-faqs.ts'

/** Not a name anybody can type, since categories are trimmed. */
const NEW = ' new'

interface CategoryFieldProps {
  value: string
  onValueChange: (category: string) => void
  error?: string
}

/** One of the categories in use, or a new one typed in. */
export function CategoryField({ value, onValueChange, error }: CategoryFieldProps) {
  const known = useCategories()
  const [typing, setTyping] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (typing) input.current?.focus()
  }, [typing])
  const names = known.includes(value) || typing || value === '' ? known : [...known, value]

  if (typing) {
    return (
      <Field
        label="New category"
        error={error}
        aside={
          <button
            type="button"
            className="rounded-xs text-link underline-offset-2 hover:underline"
            onClick={() => {
              setTyping(false)
              onValueChange(DEFAULT_CATEGORY)
            }}
          >
            Choose an existing one
          </button>
        }
      >
        <Input
          ref={input}
          autoComplete="off"
          maxLength={CATEGORY_MAX}
          placeholder="For example Shipping"
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
        />
      </Field>
    )
  }
  return (
    <Field label="Category" error={error}>
      <Select
        options={[...names.map((name) => ({ value: name, label: name })), { value: NEW, label: 'New category…' }]}
        value={value}
        onValueChange={(next) => {
          setTyping(next === NEW)
          onValueChange(next === NEW ? '' : next)
        }}
      />
    </Field>
  )
}
