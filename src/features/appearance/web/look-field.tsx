import type { ReactNode } from 'react'
import { Field } from '../../../web/ui/field.tsx'
import { Input, type InputProps } from '../../../web/ui/input.tsx'
import type { Appearance } from '../contract.ts'
import { normalizeColor } from '../domain/appearance-values.ts'
import type { LookEditing } from './use-look-editing.ts'

/** The fields that are edited as text. */
export type TextName = {
  [Name in keyof Appearance]: Appearance[Name] extends boolean ? never : Name
}[keyof Appearance]

interface LookFieldProps {
  editing: LookEditing
  name: TextName
  label: string
  hint?: ReactNode
  optional?: boolean
}

/** One text of the looks. */
export function LookField({
  editing,
  name,
  label,
  hint,
  optional,
  ...input
}: LookFieldProps & Omit<InputProps, 'name' | 'value' | 'onChange'>) {
  return (
    <Field name={name} label={label} hint={hint} optional={optional} error={editing.errors[name]}>
      <Input
        autoComplete="off"
        {...input}
        value={editing.values[name] ?? ''}
        onChange={(event) => editing.change({ [name]: event.target.value })}
      />
    </Field>
  )
}

/** Value of the browser's color picker while the text is not a valid color and none is known to apply. */
const NONE = '#000000'

interface ColorFieldProps extends LookFieldProps {
  /** The color that applies while the field is empty, as `#rrggbb`. */
  effective?: string
}

/** A color field: a color picker and a text field such as `#1f2937`, kept in sync. */
export function ColorField({ editing, name, label, hint, effective = NONE }: ColorFieldProps) {
  const value = String(editing.values[name] ?? '')
  const change = (text: string) => editing.change({ [name]: text })
  return (
    <Field name={name} label={label} hint={hint} error={editing.errors[name]}>
      <span className="flex gap-2">
        <input
          type="color"
          aria-label={`Pick: ${label}`}
          value={normalizeColor(value) ?? effective}
          onChange={(event) => change(event.target.value)}
          className="h-9 w-11 shrink-0 cursor-pointer rounded-lg border border-control bg-surface p-1 disabled:cursor-not-allowed disabled:opacity-60 coarse:h-11"
        />
        <Input
          value={value}
          onChange={(event) => change(event.target.value)}
          spellCheck={false}
          autoComplete="off"
          maxLength={50}
          className="min-w-0 flex-1"
        />
      </span>
    </Field>
  )
}
