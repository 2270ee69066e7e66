import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { api, client } from '../../../../web/api/api.ts'
import { ApiError, messageOf } from '../../../../web/api/api-error.ts'
import { ButtonLink } from '../../../../web/ui/button.tsx'
import { QueryError } from '../../../../web/ui/query-error.tsx'
import { PageSpinner } from '../../../../web/ui/spinner.tsx'
import { toastError } from '../../../../web/ui/toast.tsx'
import { sessionExpired } from '../session.ts'
import { AuthFrame } from './auth-frame.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { PasswordUpdated } from './password-updated.tsx'

/** /auth/reset-password: the link is no good, the form, or the password is set. */
export function Component() {
  const [search] = useSearchParams()
  const token = search.get('type') === 'recovery' ? (search.get('access_token') ?? '') : ''
  const [refused, setRefused] = useState(false)
  const [updated, setUpdated] = useState(false)
  const check = useQuery(
    api.accounts.checkResetLink.queryOptions({
      input: { access_token: token },
      enabled: token !== '',
      staleTime: Number.POSITIVE_INFINITY,
      refetchOnWindowFocus: false,
    }),
  )

  const reset = async (password: string) => {
    await client.accounts.resetPassword({ access_token: token, password })
    // The reset has ended every session, also the one of this browser.
    sessionExpired()
    setUpdated(true)
  }
  const onRefused = (error: unknown) => {
    if (error instanceof ApiError && error.code === 'auth.reset_link_invalid') setRefused(true)
    else toastError(messageOf(error))
  }

  if (updated) return <PasswordUpdated />
  if (token === '' || refused || check.data?.valid === false)
    return (
      <AuthFrame
        documentTitle="Reset Password"
        title="This link does not work"
        subtitle="Invalid password reset link. Please request a new password reset."
      >
        <ButtonLink to="/auth" variant="primary" size="lg" className="w-full">
          Go to Login
        </ButtonLink>
      </AuthFrame>
    )
  if (check.isError) return <QueryError title="The link could not be checked" query={check} />
  if (!check.data) return <PageSpinner />
  return (
    <AuthFrame
      documentTitle="Reset Password"
      title="Choose a new password"
      subtitle="You will be signed out everywhere else."
    >
      <NewPasswordForm submitLabel="Update Password" onPassword={reset} onRefused={onRefused} />
    </AuthFrame>
  )
}
