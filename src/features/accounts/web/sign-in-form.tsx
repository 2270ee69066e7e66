import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { Button } from '../../../web/ui/button.tsx'
import { applyServerErrors, FormError, TextField, useZodForm } from '../../../web/ui/form.tsx'
import { toast } from '../../../web/ui/toast.tsx'
import { signInInput } from '../contract.ts'
import { sessionStarted } from './session.ts'

export function SignInForm({ onSignedIn }: { onSignedIn: () => Promise<unknown> }) {
  const form = useZodForm(signInInput, { email: '', password: '' })
  const { isSubmitting, errors } = form.formState
  const submit = form.handleSubmit(async (values) => {
    try {
      await client.accounts.signIn(values)
      await sessionStarted()
      toast({ message: 'Signed in successfully!' })
      await onSignedIn()
    } catch (error) {
      if (!applyServerErrors(form, error)) form.setError('root', { message: messageOf(error) })
    }
  })
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <FormError message={errors.root?.message} />
      <TextField
        control={form.control}
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        inputMode="email"
        placeholder="you@company.com"
      />
      <TextField
        control={form.control}
        name="password"
        label="Password"
        type="password"
        autoComplete="current-password"
      />
      <Button type="submit" variant="primary" size="lg" className="mt-1 w-full" loading={isSubmitting}>
        Sign In
      </Button>
    </form>
  )
}
