import type { FieldPath, FieldValues } from 'react-hook-form'
import type { ControlledProps } from '../../../web/ui/controlled-props.ts'
import { TextField } from '../../../web/ui/form.tsx'

type EmailInputProps<V extends FieldValues, T> = Pick<ControlledProps<V, T>, 'control'> & { label?: string }

/** The email address for signing in. */
export function EmailInput<V extends FieldValues & { email: string }, T = V>({
  control,
  label = 'Email',
}: EmailInputProps<V, T>) {
  return (
    <TextField
      control={control}
      name={'email' as FieldPath<V>}
      label={label}
      type="email"
      autoComplete="username"
      inputMode="email"
      placeholder="you@company.com"
    />
  )
}
