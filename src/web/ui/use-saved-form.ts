import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { messageOf } from '../api/api-error.ts'
import { applyServerErrors, useZodForm } from './form.tsx'
import { toast, toastError } from './toast.tsx'

export interface SavedFormOptions<Input, Output> {
  /** Saves the values and resolves with the saved ones. Rejects as the call does. */
  save: (values: Output) => Promise<Input>
  /** Messages for success, and for a failure without a reason from the server. */
  done: string
  failed: string
}

/** A form over saved values. Fields that are not being edited follow changes from other tabs and users. */
export function useSavedForm<S extends z.ZodType<FieldValues, FieldValues>>(
  schema: S,
  stored: z.input<S>,
  { save, done, failed }: SavedFormOptions<z.input<S>, z.output<S>>,
) {
  const savedForm = useZodForm(schema, stored, { follow: true })
  const submitForm = savedForm.handleSubmit(async (values) => {
    try {
      savedForm.reset(await save(values))
      toast({ message: done })
    } catch (saveError) {
      if (!applyServerErrors(savedForm, saveError)) toastError(messageOf(saveError, failed))
    }
  })
  return { form: savedForm, submit: submitForm }
}
