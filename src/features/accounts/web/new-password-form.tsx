import { useEffect } from 'react'
import { z } from 'zod'
import { client } from '../../../web/api/api.ts'
import { ApiError, messageOf } from '../../../web/api/api-error.ts'
import { Button } from '../../../web/ui/button.tsx'
import { applyServerErrors, TextField, useZodForm } from '../../../web/ui/form.tsx'
import { toastError } from '../../../web/ui/toast.tsx'
import { newPassword } from '../contract.ts'
import { sessionExpired } from './session.ts'

const schema = z
  .object({ password: newPassword, confirm: z.string() })
  .refine(({ password, confirm }) => password === confirm, {
    path: ['confirm'],
    message: 'Passwords do not match',
    // Both sentences at once where both are true.
    when: () => true,
  })

export interface NewPasswordFormProps {
  accessToken: string
  onUpdated: () => void
  /** The link was used or has expired meanwhile. */
  onRefused: () => void
}

export function NewPasswordForm({ accessToken, onUpdated, onRefused }: NewPasswordFormProps) {
  const form = useZodForm(schema, { password: '', confirm: '' })
  const { isSubmitting } = form.formState

  const { watch, trigger, getFieldState } = form
  // That the two differ stands at the second field, and may be mended in the first.
  useEffect(() => {
    const { unsubscribe } = watch((_, { name }) => {
      if (name === 'password' && getFieldState('confirm').invalid) void trigger('confirm')
    })
    return unsubscribe
  }, [watch, trigger, getFieldState])

  const submit = form.handleSubmit(async ({ password }) => {
    try {
      await client.accounts.resetPassword({ access_token: accessToken, password })
      // Whoever was signed in here is so no longer.
      sessionExpired()
      onUpdated()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'auth.reset_link_invalid') onRefused()
      else if (!applyServerErrors(form, error)) toastError(messageOf(error))
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
        hint="At least 6 characters"
      />
      <TextField
        control={form.control}
        name="confirm"
        label="Confirm password"
        type="password"
        autoComplete="new-password"
      />
      <Button type="submit" variant="primary" size="lg" className="mt-1 w-full" loading={isSubmitting}>
        Update Password
      </Button>
    </form>
  )
}
