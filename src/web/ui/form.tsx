import { AlertCircle } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import {
  Controller,
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  type Resolver,
  set,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { z } from 'zod'
import { ApiError } from '../api/api-error.ts'
import type { ControlledProps } from './controlled-props.ts'
import { Field } from './field.tsx'
import { Input, type InputProps } from './input.tsx'
import { PasswordInput } from './password-input.tsx'

export { SelectField } from './select-field.tsx'
export { TextareaField } from './textarea-field.tsx'

type FormSchema = z.ZodType<FieldValues, FieldValues>

/** Validates with the contract's schema, so that client and server show the same messages. */
function zodResolver<S extends FormSchema>(schema: S): Resolver<z.input<S>, unknown, z.output<S>> {
  return async (values) => {
    const parsed = await schema.safeParseAsync(values)
    if (parsed.success) return { values: parsed.data, errors: {} }
    const errors: FieldErrors<z.input<S>> = {}
    const seen = new Set<string>()
    for (const issue of parsed.error.issues) {
      const path = issue.path.join('.')
      if (seen.has(path)) continue
      seen.add(path)
      set(errors, path || 'root', { type: issue.code ?? 'invalid', message: issue.message })
    }
    return { values: {}, errors }
  }
}

/**
 * A form over a zod schema. Errors appear on submit and are then updated on every keystroke. With `follow`, fields that
 * the user has not edited follow the given values.
 */
export function useZodForm<S extends FormSchema>(schema: S, defaultValues: z.input<S>, { follow = false } = {}) {
  const form = useForm<z.input<S>, unknown, z.output<S>>({
    resolver: zodResolver(schema),
    defaultValues: defaultValues as never,
    ...(follow && { values: defaultValues, resetOptions: { keepDirtyValues: true } }),
    mode: 'onSubmit',
    reValidateMode: 'onChange',
  })
  return useMemo(() => withoutDoubleSubmit(form), [form])
}

/** The same form, which ignores a submission while one runs: a double click arrives before its button is disabled. */
function withoutDoubleSubmit<V extends FieldValues, T>(
  form: UseFormReturn<V, unknown, T>,
): UseFormReturn<V, unknown, T> {
  let isRunning = false
  const handleSubmit: typeof form.handleSubmit = (onValid, onInvalid) => {
    const submit = form.handleSubmit(onValid, onInvalid)
    return (event) => {
      if (isRunning) {
        event?.preventDefault()
        return Promise.resolve(undefined)
      }
      isRunning = true
      return submit(event).finally(() => {
        isRunning = false
      })
    }
  }
  // Inherits the rest, because the state of the form is replaced with every change.
  return Object.create(form, { handleSubmit: { value: handleSubmit } })
}

/**
 * Shows the server's field errors at their fields. Returns true when at least one field was found; otherwise show the
 * error's message elsewhere (FormError, toast).
 */
export function applyServerErrors<V extends FieldValues, T>(
  form: UseFormReturn<V, unknown, T>,
  error: unknown,
): boolean {
  const fields = error instanceof ApiError ? (error.details?.fields ?? []) : []
  const known = fields.filter(({ path }) => path in form.getValues())
  for (const [index, { path, message }] of known.entries()) {
    form.setError(path as FieldPath<V>, { type: 'server', message }, { shouldFocus: index === 0 })
  }
  return known.length > 0
}

type TextFieldProps<V extends FieldValues, T> = ControlledProps<V, T> &
  Omit<InputProps, 'name' | 'value' | 'defaultValue' | 'className'>

/** A labeled Input bound to a form; `type="password"` adds a show/hide toggle. */
export function TextField<V extends FieldValues, T = V>({
  control,
  name,
  label,
  hint,
  optional,
  aside,
  hideLabel,
  className,
  type,
  ...input
}: TextFieldProps<V, T>) {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <Field
          {...{ name, label, hint, optional, aside, hideLabel, className }}
          disabled={input.disabled}
          error={fieldState.error?.message}
        >
          {type === 'password' ? (
            <PasswordInput {...input} {...field} value={field.value ?? ''} />
          ) : (
            <Input {...input} {...field} type={type} value={field.value ?? ''} />
          )}
        </Field>
      )}
    />
  )
}

/** An error of the whole form, announced when it appears. */
export function FormError({ message }: { message: ReactNode }) {
  if (!message) return null
  return (
    <div role="alert" className="flex gap-2.5 rounded-lg bg-bad-soft px-3.5 py-2.5 text-md text-bad">
      <AlertCircle size={17} aria-hidden="true" className="mt-0.5 shrink-0" />
      <div className="min-w-0">{message}</div>
    </div>
  )
}
