import { Suspense, useEffect } from 'react'
import { type LoaderFunctionArgs, Outlet, redirect, useLocation, useNavigate } from 'react-router'
import {
  IdentityReturn,
  leftByChoice,
  loadSession,
  SignedOutProfile,
  sessionExpired,
  useSession,
} from '../features/accounts/web/index.ts'
import { onSessionExpired } from '../web/api/query-client.ts'
import { signInPath } from '../web/api/return-path.ts'
import { isProfilePath } from './profile-path.ts'

/** Redirects visitors without a session to /auth, which returns here after signing in. */
export async function requireSession({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  if (!(await loadSession())) throw redirect(signInPath(url.pathname + url.search + url.hash))
  return null
}

/** Redirects also when the session ends while the page is open. */
export function ProtectedRoute() {
  const profile = useSession()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  useEffect(() => onSessionExpired(sessionExpired), [])
  // The profile shows its own sign-in notice; every other page redirects to the sign-in page. A lost session is noticed
  // by a rejected call, by a refetch of the profile, or from another tab.
  const gone = profile === null && !isProfilePath(pathname)
  useEffect(() => {
    if (!gone) return
    if (leftByChoice()) void navigate('/auth', { replace: true })
    else void navigate(signInPath(pathname + search + hash), { replace: true, state: { sessionEnded: true } })
  }, [gone, navigate, pathname, search, hash])
  if (profile !== null)
    return (
      <>
        <Outlet />
        <Suspense>{new URLSearchParams(search).has('identity') && <IdentityReturn />}</Suspense>
      </>
    )
  return <Suspense>{isProfilePath(pathname) && <SignedOutProfile />}</Suspense>
}
