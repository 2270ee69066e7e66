import { Controller, type FieldValues } from 'react-hook-form'
import type { ControlledProps } from './controlled-props.ts'
import { Field } from './field.tsx'
import { Textarea } from './textarea.tsx'

interface TextareaFieldProps<V extends FieldValues, T> extends ControlledProps<V, T> {
  rows?: number
  placeholder?: string
  maxLength?: number
  autoFocus?: boolean
}

/** A labeled Textarea bound to a form. */
export function TextareaField<V extends FieldValues, T = V>({
  control,
  name,
  rows,
  placeholder,
  maxLength,
  ...field
}: TextareaFieldProps<V, T>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: bound, fieldState }) => (
        <Field {...field} name={name} error={fieldState.error?.message}>
          <Textarea {...bound} {...{ rows, placeholder, maxLength }} value={bound.value ?? ''} />
        </Field>
      )}
    />
  )
}
