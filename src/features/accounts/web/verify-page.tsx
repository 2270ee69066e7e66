import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { landingPath } from '../../../web/api/landing-path.ts'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { PageSpinner } from '../../../web/ui/spinner.tsx'
import { toast } from '../../../web/ui/toast.tsx'
import { sessionStarted } from './session.ts'
import { AuthFrame } from './sign-in/auth-frame.tsx'
import { NewPasswordForm } from './sign-in/new-password-form.tsx'
import { useOnce } from './use-once.ts'

type Step = { name: 'checking' } | { name: 'password' } | { name: 'failed'; message: string }

/** /auth/verify: where the link of the confirmation mail leads. In another browser than that of the sign-up it asks for a password. */
export function Component() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [step, setStep] = useState<Step>({ name: 'checking' })
  const fail = (error: unknown) => setStep({ name: 'failed', message: messageOf(error) })
  const confirm = async (password?: string) => {
    const { signed_in } = await client.accounts.verifyEmail({ token: search.get('token') ?? '', password })
    if (!signed_in) {
      setStep({ name: 'password' })
      return
    }
    await sessionStarted()
    toast({ message: 'Your email address is confirmed.' })
    await navigate(await landingPath(search), { replace: true })
  }
  useOnce(() => confirm().catch(fail))

  if (step.name === 'checking') return <PageSpinner />
  if (step.name === 'password')
    return (
      <AuthFrame
        documentTitle="Confirm your email"
        title="Choose your password"
        subtitle="You opened this link in a different browser from the one where you signed up. Choose the password for your account here."
      >
        <NewPasswordForm submitLabel="Confirm and sign in" onPassword={confirm} onRefused={fail} />
      </AuthFrame>
    )
  return (
    <AuthFrame
      documentTitle="Confirm your email"
      title="This link does not work"
      subtitle={<span role="alert">{step.message}</span>}
    >
      <ButtonLink to="/auth" variant="primary" size="lg" className="w-full">
        Go to Login
      </ButtonLink>
    </AuthFrame>
  )
}
