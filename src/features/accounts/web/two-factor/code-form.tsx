import { useState } from 'react'
import { client } from '../../../../web/api/api.ts'
import { ApiError, messageOf } from '../../../../web/api/api-error.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { applyServerErrors, FormError, TextField, useZodForm } from '../../../../web/ui/form.tsx'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import { codeInput } from '../../contract.ts'
import { sessionStarted } from '../session.ts'

/** The second step of signing in: a code from the app, or a recovery code. */
export function CodeForm({ onSignedIn, onBack }: { onSignedIn: () => Promise<unknown>; onBack: () => void }) {
  const form = useZodForm(codeInput, { code: '' })
  const { isSubmitting, errors } = form.formState
  const [recovering, setRecovering] = useState(false)

  const submit = form.handleSubmit(async (values) => {
    try {
      await client.accounts.signInWithCode(values)
      await sessionStarted()
      toast({ message: 'Signed in successfully!' })
      await onSignedIn()
    } catch (error) {
      if (error instanceof ApiError && error.code === 'auth.challenge_over') {
        toastError(error.message)
        onBack()
      } else if (!applyServerErrors(form, error)) form.setError('root', { message: messageOf(error) })
    }
  })

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <FormError message={errors.root?.message} />
      <TextField
        key={recovering ? 'recovery' : 'app'}
        control={form.control}
        name="code"
        label={recovering ? 'Recovery code' : 'Code'}
        hint={recovering ? 'One of the codes you saved when you set this up. Each works once.' : undefined}
        autoComplete="one-time-code"
        inputMode={recovering ? 'text' : 'numeric'}
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <Button type="submit" variant="primary" size="lg" className="mt-1 w-full" loading={isSubmitting}>
        Verify
      </Button>
      <div className="flex flex-wrap justify-between gap-2">
        <Button
          variant="ghost"
          size="sm"
          onClick={() => {
            form.reset()
            setRecovering(!recovering)
          }}
        >
          {recovering ? 'Use the app instead' : 'Use a recovery code'}
        </Button>
        <Button variant="ghost" size="sm" onClick={onBack}>
          Back to Sign In
        </Button>
      </div>
    </form>
  )
}
