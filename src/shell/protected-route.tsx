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
import { isOwnPage } from './own-page.ts'

/** Lets only signed-in persons in; others go to /auth and come back afterwards. */
export async function requireSession({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url)
  if (!(await loadSession())) throw redirect(signInPath(url.pathname + url.search + url.hash))
  return null
}

/** The same while the page stays open: a session that ends on the server ends here. */
export function ProtectedRoute() {
  const profile = useSession()
  const navigate = useNavigate()
  const { pathname, search, hash } = useLocation()
  useEffect(() => onSessionExpired(sessionExpired), [])
  // The profile says by itself that one has to sign in; every other page gives way to the sign-in page.
  // However it became known: by a refused call, by asking again who this is, or from another tab.
  const gone = profile === null && !isOwnPage(pathname)
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
  return <Suspense>{isOwnPage(pathname) && <SignedOutProfile />}</Suspense>
}
