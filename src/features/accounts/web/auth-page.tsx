import { ArrowLeft } from 'lucide-react'
import { Navigate, useLoaderData, useNavigate, useSearchParams } from 'react-router'
import { landingPath } from '../../../web/api/landing-path.ts'
import { Mark } from '../../../web/brand/mark.tsx'
import { useDocumentTitle } from '../../../web/ui/page-header.tsx'
import { TabPanel, Tabs } from '../../../web/ui/tabs.tsx'
import { loadSession } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { WovenPanel } from './woven-panel.tsx'

const TABS = [
  { value: 'sign-in', label: 'Sign In' },
  { value: 'sign-up', label: 'Sign Up' },
] as const
type AuthTab = (typeof TABS)[number]['value']

/** Whoever is signed in already has no business here: the place to send them to, or null. */
export async function loader({ request }: { request: Request }): Promise<string | null> {
  const profile = await loadSession().catch(() => null)
  return profile ? landingPath(new URL(request.url).searchParams) : null
}

/** /auth: sign in and sign up, as tabs in the address (`?tab=sign-up`). */
export function Component() {
  const elsewhere = useLoaderData<typeof loader>()
  const [search, setSearch] = useSearchParams()
  const navigate = useNavigate()
  const tab: AuthTab = search.get('tab') === 'sign-up' ? 'sign-up' : 'sign-in'
  const joining = tab === 'sign-up'
  useDocumentTitle(joining ? 'Sign Up' : 'Sign In')
  if (elsewhere) return <Navigate to={elsewhere} replace />

  const selectTab = (next: AuthTab) =>
    setSearch(
      (previous) => {
        previous.delete('tab')
        if (next === 'sign-up') previous.set('tab', next)
        return previous
      },
      { replace: true, preventScrollReset: true },
    )
  const onSignedIn = async () => navigate(await landingPath(search), { replace: true })

  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(30rem,1fr)_1.1fr]">
      <div className="flex flex-col px-5 py-5 sm:px-10">
        <header>
          <a
            href="/"
            className="inline-flex h-9 w-fit items-center gap-1.5 rounded-sm text-sm text-ink-soft hover:text-ink"
          >
            <ArrowLeft size={15} aria-hidden="true" />
            Back to homepage
          </a>
        </header>
        <main className="mx-auto flex w-full max-w-96 flex-1 flex-col justify-center py-8">
          <Mark size={36} className="mb-5" />
          <h1 className="text-2xl font-semibold">{joining ? 'Create your account' : 'Welcome back'}</h1>
          <p className="mt-1 mb-6 text-base text-ink-soft">
            {joining ? 'Seven days free. No credit card required.' : 'Sign in to your workspaces.'}
          </p>
          <Tabs variant="segment" label="Sign in or sign up" tabs={TABS} value={tab} onValueChange={selectTab}>
            <TabPanel value="sign-in" className="pt-6">
              <SignInForm onSignedIn={onSignedIn} />
            </TabPanel>
            <TabPanel value="sign-up" className="pt-6">
              <SignUpForm onSignedIn={onSignedIn} onMailSent={() => selectTab('sign-in')} />
            </TabPanel>
          </Tabs>
        </main>
      </div>
      <WovenPanel />
    </div>
  )
}
