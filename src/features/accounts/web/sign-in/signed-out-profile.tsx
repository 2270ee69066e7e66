import { useLocation } from 'react-router'
import { signInPath } from '../../../../web/api/return-path.ts'
import { Mark } from '../../../../web/brand/mark.tsx'
import { ButtonLink } from '../../../../web/ui/button.tsx'
import { useDocumentTitle } from '../../../../web/ui/page-title.ts'

/** Replaces the profile when the session ends while it is open. */
export default function SignedOutProfile() {
  const { pathname, search } = useLocation()
  useDocumentTitle('Profile Settings')
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-6 py-16 text-center">
      <Mark size={36} className="mb-5" />
      <h1 className="text-xl font-semibold">Please sign in to access your profile</h1>
      <p className="mt-1 max-w-100 text-base text-ink-soft">
        Your session has ended, here or in another tab. Unsaved changes were not stored.
      </p>
      <ButtonLink to={signInPath(pathname + search)} variant="primary" size="lg" className="mt-6">
        Sign In
      </ButtonLink>
    </main>
  )
}
