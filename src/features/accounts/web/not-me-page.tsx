import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { sessionExpired } from './session.ts'
import { AuthFrame } from './sign-in/auth-frame.tsx'

/** /auth/not-me: where "This wasn't me" of the notice about a new email address leads. Nothing happens before the button. */
export function Component() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const secure = async () => {
    setIsBusy(true)
    try {
      const { reset_token } = await client.accounts.disownEmailChange({ token: search.get('token') ?? '' })
      sessionExpired()
      await navigate(`/auth/reset-password?access_token=${reset_token}&type=recovery`, { replace: true })
    } catch (error) {
      setFailure(messageOf(error))
    } finally {
      setIsBusy(false)
    }
  }
  if (failure !== undefined)
    return (
      <AuthFrame
        documentTitle="Secure your account"
        title="This link does not work"
        subtitle={<span role="alert">{failure} If your account is at risk, reset your password.</span>}
      >
        <ButtonLink to="/auth" variant="primary" size="lg" className="w-full">
          Go to Login
        </ButtonLink>
      </AuthFrame>
    )
  return (
    <AuthFrame
      documentTitle="Secure your account"
      title="Secure your account"
      subtitle="This cancels the change of your email address and signs out every device. You then choose a new password."
    >
      <Button variant="primary" size="lg" className="w-full" loading={isBusy} onClick={() => void secure()}>
        Cancel the change and continue
      </Button>
    </AuthFrame>
  )
}
