import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { client } from '../../../web/api/api.ts'
import { ApiError, messageOf } from '../../../web/api/api-error.ts'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { PageSpinner } from '../../../web/ui/spinner.tsx'
import { refreshProfile } from './session.ts'
import { AuthFrame } from './sign-in/auth-frame.tsx'
import { PasswordStep } from './sign-in/password-step.tsx'
import { useOnce } from './use-once.ts'

type Step =
  | { name: 'checking' }
  | { name: 'password' }
  | { name: 'changed'; email: string }
  | { name: 'failed'; message: string }

/** /auth/confirm-email: where the link that was mailed to a new address leads. Without a session it asks for the password. */
export function Component() {
  const [search] = useSearchParams()
  const [step, setStep] = useState<Step>({ name: 'checking' })
  const [isBusy, setIsBusy] = useState(false)
  const formId = useId()
  const confirm = async (password?: string) => {
    const { email } = await client.accounts.confirmEmailChange({ token: search.get('token') ?? '', password })
    setStep({ name: 'changed', email })
    await refreshProfile()
  }
  const fail = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'auth.password_required') setStep({ name: 'password' })
    else setStep({ name: 'failed', message: messageOf(error) })
  }
  useOnce(() => confirm().catch(fail))

  if (step.name === 'checking') return <PageSpinner />
  if (step.name === 'password')
    return (
      <AuthFrame
        documentTitle="Confirm your email"
        title="Confirm your new address"
        subtitle="You are not signed in to this account here. Enter its password to confirm the change."
      >
        <PasswordStep formId={formId} onBusy={setIsBusy} onPassword={confirm} />
        <Button type="submit" form={formId} variant="primary" size="lg" className="mt-5 w-full" loading={isBusy}>
          Confirm email address
        </Button>
      </AuthFrame>
    )
  const isChanged = step.name === 'changed'
  return (
    <AuthFrame
      documentTitle="Confirm your email"
      title={isChanged ? 'Email address changed' : 'This link does not work'}
      subtitle={
        isChanged ? (
          <span role="status">
            From now on you sign in with <strong className="font-semibold break-all text-ink">{step.email}</strong>.
          </span>
        ) : (
          <span role="alert">{step.message}</span>
        )
      }
    >
      <ButtonLink to="/profile" variant="primary" size="lg" className="w-full">
        Go to your profile
      </ButtonLink>
    </AuthFrame>
  )
}
