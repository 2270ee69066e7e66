import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { ButtonLink } from '../../../../web/ui/button.tsx'
import { AuthFrame } from './auth-frame.tsx'

const REDIRECT_MS = 3000

/** The password is set: leads on to signing in by itself after three seconds. */
export function PasswordUpdated() {
  const navigate = useNavigate()
  useEffect(() => {
    const timer = window.setTimeout(() => void navigate('/auth', { replace: true }), REDIRECT_MS)
    return () => window.clearTimeout(timer)
  }, [navigate])
  return (
    <AuthFrame
      documentTitle="Reset Password"
      title="Password updated successfully"
      subtitle={
        <span role="status">You can now sign in with your new password. You will be redirected in a moment.</span>
      }
    >
      <ButtonLink to="/auth" replace variant="primary" size="lg" className="w-full">
        Go to Login
      </ButtonLink>
    </AuthFrame>
  )
}
