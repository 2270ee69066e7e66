import { z } from 'zod'
import { messageOf } from '../../../../web/api/api-error.ts'
import { applyServerErrors, FormError, TextField, useZodForm } from '../../../../web/ui/form.tsx'

const schema = z.object({ password: z.string().min(1, { error: 'Please enter your password.' }) })

export interface PasswordStepProps {
  formId: string
  onBusy: (busy: boolean) => void
  /** Purpose of the request; errors of the password are shown here. */
  onPassword: (password: string) => Promise<unknown>
}

/** Asks for the password before an important action. The submit button is in the dialog's footer. */
export function PasswordStep({ formId, onBusy, onPassword }: PasswordStepProps) {
  const form = useZodForm(schema, { password: '' })
  const submit = form.handleSubmit(async ({ password }) => {
    onBusy(true)
    try {
      await onPassword(password)
    } catch (error) {
      if (!applyServerErrors(form, error)) form.setError('root', { message: messageOf(error) })
    } finally {
      onBusy(false)
    }
  })
  return (
    <form id={formId} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <FormError message={form.formState.errors.root?.message} />
      <TextField
        control={form.control}
        name="password"
        label="Your password"
        type="password"
        autoComplete="current-password"
      />
    </form>
  )
}
