import { useEffect } from 'react'
import { z } from 'zod'
import { Button } from '../../../../web/ui/button.tsx'
import { applyServerErrors, TextField, useZodForm } from '../../../../web/ui/form.tsx'
import { newPassword } from '../../contract.ts'

const schema = z
  .object({ password: newPassword, confirm: z.string() })
  .refine(({ password, confirm }) => password === confirm, {
    path: ['confirm'],
    message: 'Passwords do not match',
    // Both sentences at once where both are true.
    when: () => true,
  })

export interface NewPasswordFormProps {
  submitLabel: string
  /** Sends the password; field errors of the server are shown here, others are passed to `onRefused`. */
  onPassword: (password: string) => Promise<unknown>
  onRefused: (error: unknown) => void
}

/** Asks for a new password, twice. */
export function NewPasswordForm({ submitLabel, onPassword, onRefused }: NewPasswordFormProps) {
  const form = useZodForm(schema, { password: '', confirm: '' })
  const { isSubmitting } = form.formState

  const { watch, trigger, getFieldState } = form
  // A mismatch is shown at the second field, and may be fixed in the first.
  useEffect(() => {
    const { unsubscribe } = watch((_, { name }) => {
      if (name === 'password' && getFieldState('confirm').invalid) void trigger('confirm')
    })
    return unsubscribe
  }, [watch, trigger, getFieldState])

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await onPassword(password)
    } catch (error) {
      if (!applyServerErrors(form, error)) onRefused(error)
    }
  })

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <TextField
        control={form.control}
        name="password"
        label="New password"
        type="password"
        autoComplete="new-password"
        hint="At least 6 characters, and no common password"
      />
      <TextField
        control={form.control}
        name="confirm"
        label="Confirm password"
        type="password"
        autoComplete="new-password"
      />
      <Button type="submit" variant="primary" size="lg" className="mt-1 w-full" loading={isSubmitting}>
        {submitLabel}
      </Button>
    </form>
  )
}
