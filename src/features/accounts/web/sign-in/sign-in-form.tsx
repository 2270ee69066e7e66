import { lazy, Suspense, useState } from 'react'
import { client } from '../../../../web/api/api.ts'
import { ApiError, messageOf } from '../../../../web/api/api-error.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { applyServerErrors, FormError, TextField, useZodForm } from '../../../../web/ui/form.tsx'
import { toast } from '../../../../web/ui/toast.tsx'
import { useOnceTrue } from '../../../../web/ui/use-once-true.ts'
import { signInInput } from '../../contract.ts'
import { EmailInput } from '../email-input.tsx'
import { GoogleButton, GoogleMissing } from '../google/google-button.tsx'
import { PasskeyButton } from '../passkeys/passkey-button.tsx'
import { ResendButton } from '../resend-button.tsx'
import { sessionStarted } from '../session.ts'

const ForgotPasswordDialog = lazy(() => import('./forgot-password-dialog.tsx'))

export interface SignInFormProps {
  onSignedIn: () => Promise<unknown>
  /** The password was right; the account asks for a second step. */
  onCodeWanted: () => void
  /** Requested path. */
  next: string | null
}

export function SignInForm({ onSignedIn, onCodeWanted, next }: SignInFormProps) {
  const form = useZodForm(signInInput, { email: '', password: '' })
  const { isSubmitting, errors } = form.formState
  const [unverified, setUnverified] = useState<string>()
  const [forgotten, setForgotten] = useState(false)
  const dialogWanted = useOnceTrue(forgotten)

  const finish = async () => {
    await sessionStarted()
    toast({ message: 'Signed in successfully!' })
    await onSignedIn()
  }
  const submit = form.handleSubmit(async (values) => {
    setUnverified(undefined)
    try {
      const { signed_in } = await client.accounts.signIn(values)
      if (!signed_in) return onCodeWanted()
      await finish()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'auth.email_not_verified') setUnverified(values.email)
      if (!applyServerErrors(form, error)) form.setError('root', { message: messageOf(error) })
    }
  })

  return (
    <>
      <GoogleButton next={next} />
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        <FormError message={errors.root?.message} />
        {unverified && (
          <div>
            <ResendButton email={unverified} />
          </div>
        )}
        <EmailInput control={form.control} />
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
        <PasskeyButton onSignedIn={finish} onRefused={(message) => form.setError('root', { message })} />
        <button
          type="button"
          onClick={() => setForgotten(true)}
          className="mx-auto w-fit rounded-xs text-sm font-medium text-link underline-offset-3 hover:underline coarse:py-2"
        >
          Forgot password?
        </button>
      </form>
      <GoogleMissing />
      <Suspense>
        {dialogWanted && (
          <ForgotPasswordDialog open={forgotten} onOpenChange={setForgotten} email={form.getValues('email')} />
        )}
      </Suspense>
    </>
  )
}
