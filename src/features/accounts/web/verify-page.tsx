import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { landingPath } from '../../../web/api/landing-path.ts'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { PageSpinner } from '../../../web/ui/spinner.tsx'
import { toast } from '../../../web/ui/toast.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { sessionStarted } from './session.ts'
import { useOnce } from './use-once.ts'

/** /auth/verify: where the link of the confirmation mail leads. */
export function Component() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string>()
  useOnce(async () => {
    try {
      await client.accounts.verifyEmail({ token: search.get('token') ?? '' })
      await sessionStarted()
      toast({ message: 'Your email address is confirmed.' })
      await navigate(await landingPath(search), { replace: true })
    } catch (error) {
      setFailure(messageOf(error))
    }
  })
  if (!failure) return <PageSpinner />
  return (
    <AuthFrame
      documentTitle="Confirm your email"
      title="This link does not work"
      subtitle={<span role="alert">{failure}</span>}
    >
      <ButtonLink to="/auth" variant="primary" size="lg" className="w-full">
        Go to Login
      </ButtonLink>
    </AuthFrame>
  )
}
