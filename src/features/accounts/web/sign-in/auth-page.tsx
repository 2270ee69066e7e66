import { Info } from 'lucide-react'
import { useState } from 'react'
import { Navigate, useLoaderData, useLocation, useNavigate } from 'react-router'
import { landingPath } from '../../../../web/api/landing-path.ts'
import { useUrlParameters } from '../../../../web/browser/use-url-parameters.ts'
import { FormError } from '../../../../web/ui/form.tsx'
import { TabPanel, Tabs } from '../../../../web/ui/tabs.tsx'
import { toast } from '../../../../web/ui/toast.tsx'
import { googleFailureText } from '../../domain/google-failure.ts'
import { announceSignIn, loadSession } from '../session.ts'
import { CodeForm } from '../two-factor/code-form.tsx'
import { loadInstance } from '../use-instance.ts'
import { VerifyNotice } from '../verify-notice.tsx'
import { AuthFrame } from './auth-frame.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'

const TABS = [
  { value: 'sign-in', label: 'Sign In' },
  { value: 'sign-up', label: 'Sign Up' },
] as const
type AuthTab = (typeof TABS)[number]['value']

/** In the page's address after Google: `signed-in`, `code` where a second step follows, or why it came to nothing. */
const OUTCOME = 'google'

/** Returns the redirect path for a user who is signed in already, or null. */
export async function loader({ request }: { request: Request }): Promise<string | null> {
  const [profile] = await Promise.all([loadSession().catch(() => null), loadInstance()])
  if (!profile) return null
  const search = new URL(request.url).searchParams
  if (search.get(OUTCOME) === 'signed-in') {
    announceSignIn()
    toast({ message: 'Signed in successfully!' })
  }
  return landingPath(search)
}

/** /auth: sign in and sign up, as tabs in the address (`?tab=sign-up`), and the steps that may follow. */
export function Component() {
  const elsewhere = useLoaderData<typeof loader>()
  const { params: search, change } = useUrlParameters()
  const navigate = useNavigate()
  const state: { sessionEnded?: boolean; email?: string } | null = useLocation().state
  const [codeWanted, setCodeWanted] = useState(search.get(OUTCOME) === 'code')
  const [mailedTo, setMailedTo] = useState<string>()
  const tab: AuthTab = search.get('tab') === 'sign-up' ? 'sign-up' : 'sign-in'
  const joining = tab === 'sign-up'
  if (elsewhere) return <Navigate to={elsewhere} replace />

  const selectTab = (next: AuthTab) => change({ tab: next === 'sign-up' ? next : null, [OUTCOME]: null }, true)
  const signInAgain = () => {
    setCodeWanted(false)
    selectTab('sign-in')
  }
  const failure = googleFailureText(search.get(OUTCOME))
  const onSignedIn = async () => navigate(await landingPath(search), { replace: true })

  if (codeWanted)
    return (
      <AuthFrame
        documentTitle="Sign In"
        title="Enter your code"
        subtitle="Open your authenticator app and type the six digits it shows for Answerloom."
      >
        <CodeForm onSignedIn={onSignedIn} onBack={signInAgain} />
      </AuthFrame>
    )
  if (mailedTo)
    return (
      <AuthFrame documentTitle="Sign Up" title="Check your inbox">
        <VerifyNotice
          email={mailedTo}
          onBack={() => {
            setMailedTo(undefined)
            selectTab('sign-in')
          }}
        />
      </AuthFrame>
    )
  return (
    <AuthFrame
      documentTitle={joining ? 'Sign Up' : 'Sign In'}
      title={joining ? 'Create your account' : 'Welcome back'}
      subtitle={joining ? 'Seven days free. No credit card required.' : 'Sign in to your workspaces.'}
    >
      {state?.sessionEnded && !joining && (
        <p role="status" className="mb-5 flex gap-2.5 rounded-lg bg-teal-soft px-3.5 py-2.5 text-md text-link">
          <Info size={17} aria-hidden="true" className="mt-0.5 shrink-0" />
          Your session has ended. Please sign in again; you will return to the same page.
        </p>
      )}
      {failure && (
        <div className="mb-5">
          <FormError message={failure} />
        </div>
      )}
      <Tabs variant="segment" label="Sign in or sign up" tabs={TABS} value={tab} onValueChange={selectTab}>
        <TabPanel value="sign-in" className="pt-6">
          <SignInForm onSignedIn={onSignedIn} onCodeWanted={() => setCodeWanted(true)} next={search.get('next')} />
        </TabPanel>
        <TabPanel value="sign-up" className="pt-6">
          <SignUpForm
            onSignedIn={onSignedIn}
            onMailSent={setMailedTo}
            invitation={search.get('invitation')}
            email={state?.email}
            next={search.get('next')}
          />
        </TabPanel>
      </Tabs>
    </AuthFrame>
  )
}
