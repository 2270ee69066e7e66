import { useQueryClient } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { api } from '../../../web/api/api.ts'
import { applyServerErrors, useZodForm } from '../../../web/ui/form.tsx'
import type { SourceDialogState } from './source-dialog.tsx'

interface SourceFormOptions<Output> {
  /** Saves the form. Returns false to keep the dialog open. Rejects as the call does. */
  send: (values: Output) => Promise<unknown>
  /** Shows an error that belongs to no field. */
  explain: (error: unknown) => void
}

/** The form of a dialog that adds a source or changes how one is used: emptied and closed once it is stored. */
export function useSourceForm<S extends z.ZodType<FieldValues, FieldValues>>(
  schema: S,
  initialValues: z.input<S>,
  { onOpenChange }: SourceDialogState,
  { send, explain }: SourceFormOptions<z.output<S>>,
) {
  const queryClient = useQueryClient()
  const form = useZodForm(schema, initialValues)
  const submit = form.handleSubmit(async (typedValues) => {
    try {
      if ((await send(typedValues)) === false) return
    } catch (sendError) {
      if (!applyServerErrors(form, sendError)) explain(sendError)
      return
    }
    form.reset()
    onOpenChange(false)
    await queryClient.invalidateQueries({ queryKey: api.knowledge.key() })
  })
  return { form, submit, busy: form.formState.isSubmitting }
}
