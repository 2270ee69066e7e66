import { Controller, type FieldPath, type FieldValues, type PathValue } from 'react-hook-form'
import type { ControlledProps } from './controlled-props.ts'
import { Field } from './field.tsx'
import { Select, type SelectOption } from './select.tsx'

interface SelectFieldProps<V extends FieldValues, T> extends ControlledProps<V, T> {
  options: readonly SelectOption<string>[]
  placeholder?: string
}

/** A labeled Select bound to a form. */
export function SelectField<V extends FieldValues, T = V>({
  control,
  name,
  options,
  placeholder,
  ...field
}: SelectFieldProps<V, T>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: bound, fieldState }) => (
        <Field {...field} name={name} error={fieldState.error?.message}>
          <Select
            options={options}
            placeholder={placeholder}
            value={bound.value ?? null}
            onValueChange={(value) => bound.onChange(value as PathValue<V, FieldPath<V>>)}
            onBlur={bound.onBlur}
            ref={bound.ref}
          />
        </Field>
      )}
    />
  )
}
