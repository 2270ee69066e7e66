import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { messageOf } from '../api/api-error.ts'
import { applyServerErrors, useZodForm } from './form.tsx'
import { toast, toastError } from './toast.tsx'

export interface SavedFormOptions<Input, Output> {
  /** Stores what was typed; resolves with what is stored now. Rejects as the call does. */
  save: (values: Output) => Promise<Input>
  /** Said when it is stored, and when it is not and the server gives no reason. */
  done: string
  failed: string
}

/**
 * A form over something that is stored. Changed in another tab or by a colleague, whatever is not being edited here
 * follows.
 */
export function useSavedForm<S extends z.ZodType<FieldValues, FieldValues>>(
  schema: S,
  stored: z.input<S>,
  { save, done, failed }: SavedFormOptions<z.input<S>, z.output<S>>,
) {
  const form = useZodForm(schema, stored, { follow: true })
  const submit = form.handleSubmit(async (values) => {
    try {
      form.reset(await save(values))
      toast({ message: done })
    } catch (error) {
      if (!applyServerErrors(form, error)) toastError(messageOf(error, failed))
    }
  })
  return { form, submit }
}
