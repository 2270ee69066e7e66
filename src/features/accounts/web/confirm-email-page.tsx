import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { ButtonLink } from '../../../web/ui/button.tsx'
import { PageSpinner } from '../../../web/ui/spinner.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { refreshProfile } from './session.ts'
import { useOnce } from './use-once.ts'

type Outcome = { email: string } | { failure: string }

/** /auth/confirm-email: where the link that was mailed to a new address leads. */
export function Component() {
  const [search] = useSearchParams()
  const [outcome, setOutcome] = useState<Outcome>()
  useOnce(async () => {
    try {
      setOutcome(await client.accounts.confirmEmailChange({ token: search.get('token') ?? '' }))
      await refreshProfile()
    } catch (error) {
      setOutcome({ failure: messageOf(error) })
    }
  })
  if (!outcome) return <PageSpinner />
  const changed = 'email' in outcome
  return (
    <AuthFrame
      documentTitle="Confirm your email"
      title={changed ? 'Email address changed' : 'This link does not work'}
      subtitle={
        changed ? (
          <span role="status">
            From now on you sign in with <strong className="font-semibold break-all text-ink">{outcome.email}</strong>.
          </span>
        ) : (
          <span role="alert">{outcome.failure}</span>
        )
      }
    >
      <ButtonLink to="/profile" variant="primary" size="lg" className="w-full">
        Go to your profile
      </ButtonLink>
    </AuthFrame>
  )
}
