import { useEffect, useRef, useState } from 'react'
import { Field } from '../../../../web/ui/field.tsx'
import { Input } from '../../../../web/ui/input.tsx'
import { Select } from '../../../../web/ui/select.tsx'
import { CATEGORY_MAX, DEFAULT_CATEGORY } from '../../contract.ts'
import { useCategoryChoice } from '../list/use-faqs.ts'

/** A value that no category can have, since categories are trimmed. */
const NEW = ' new'

interface CategoryFieldProps {
  value: string
  onValueChange: (category: string) => void
  error?: string
}

/** One of the categories in use, or a new one typed in. */
export function CategoryField({ value, onValueChange, error }: CategoryFieldProps) {
  const { items: known, default: fallback } = useCategoryChoice()
  const [typing, setTyping] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (typing) input.current?.focus()
  }, [typing])
  // Like the server: a FAQ without category gets the workspace's default, regardless of its name.
  const chosen = value === DEFAULT_CATEGORY && !known.includes(value) ? fallback : value
  const names = known.includes(chosen) || typing || chosen === '' ? known : [...known, chosen]

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
              onValueChange(fallback)
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
        value={chosen}
        onValueChange={(next) => {
          setTyping(next === NEW)
          onValueChange(next === NEW ? '' : next)
        }}
      />
    </Field>
  )
}
