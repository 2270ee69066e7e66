import { type ReactNode, Suspense, useState } from 'react'
import { type LoaderFunctionArgs, redirect, useLoaderData, useNavigate } from 'react-router'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { signInPath } from '../../../web/api/return-path.ts'
import { storeSelectedWorkspace } from '../../../web/api/selected-workspace.ts'
import { Button, ButtonLink } from '../../../web/ui/button.tsx'
import { FormError } from '../../../web/ui/form.tsx'
import { PageSpinner } from '../../../web/ui/spinner.tsx'
import { toast } from '../../../web/ui/toast.tsx'
import { AuthFrame, loadSession, signOut, useSession } from '../../accounts/web/index.ts'
import type { InvitationLink } from '../contract.ts'

/** Becomes a member, and is where the workspace is shown next. Rejects as the call does. */
async function accept(token: string, workspaceName: string): Promise<void> {
  const { workspace_id } = await client.team.invitation.accept({ token })
  await queryClient.invalidateQueries({ queryKey: api.workspaces.list.key() })
  storeSelectedWorkspace(workspace_id)
  toast({ message: `You have joined ${workspaceName}` })
}

/** A user who signed up with the invitation is a member already and continues. */
export async function loader({ request }: LoaderFunctionArgs) {
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const [profile, invitation] = await Promise.all([loadSession(), client.team.invitation.read({ token })])
  if (invitation?.state === 'accepted' && profile) {
    const joined = await accept(token, invitation.workspace_name).then(
      () => true,
      () => false,
    )
    if (joined) return redirect('/dashboard')
  }
  return { token, invitation }
}

/** /invitation: where the link of an invitation leads. */
export function Component() {
  const { token, invitation } = useLoaderData<{ token: string; invitation: InvitationLink | null }>()
  const profile = useSession()
  const [title, text, actions] = contents(token, invitation, profile?.email)
  return (
    <Suspense fallback={<PageSpinner />}>
      <AuthFrame documentTitle="Invitation" title={title} subtitle={text}>
        <div className="flex flex-col gap-3">{actions}</div>
      </AuthFrame>
    </Suspense>
  )
}

/** Title, text and buttons of whichever state the invitation and its reader are in. */
function contents(
  token: string,
  invitation: InvitationLink | null,
  email: string | undefined,
): [title: string, text: ReactNode, actions: ReactNode] {
  const elsewhere = <Onward signedIn={email !== undefined} />
  if (!invitation)
    return ['This link does not work', 'This invitation was withdrawn, or its link is not complete.', elsewhere]
  const { state, workspace_name, inviter, role } = invitation
  if (state === 'accepted') return ['This link does not work', 'This invitation was used already.', elsewhere]
  if (state === 'expired')
    return ['This invitation has expired', `Please ask ${inviter ?? 'your team'} for a new one.`, elsewhere]
  const invited = (
    <>
      {inviter ? `${inviter} invites you` : 'You are invited'} to work on{' '}
      <strong className="font-semibold text-ink">{workspace_name}</strong>, as{' '}
      {role === 'owner' ? 'an owner' : 'a member'}.
    </>
  )
  const title = `Join ${workspace_name}`
  if (email === undefined) return [title, invited, <Arrive key="arrive" token={token} invitation={invitation} />]
  if (email === invitation.email) return [title, invited, <Accept key="accept" token={token} name={workspace_name} />]
  return [
    'This invitation is for another person',
    `This invitation was sent to ${invitation.email}. You are signed in as ${email}.`,
    <SwitchAccount key="switch" />,
  ]
}

const Onward = ({ signedIn }: { signedIn: boolean }) => (
  <ButtonLink to={signedIn ? '/dashboard' : '/auth'} variant="primary" size="lg" className="w-full">
    {signedIn ? 'Go to dashboard' : 'Go to Login'}
  </ButtonLink>
)

/** Existing users sign in, others sign up; both return here. */
function Arrive({ token, invitation: { email, has_account } }: { token: string; invitation: InvitationLink }) {
  const here = `/invitation?token=${token}`
  const joining = new URLSearchParams({ tab: 'sign-up', invitation: token, next: here })
  const signIn = (
    <ButtonLink key="in" to={signInPath(here)} variant={has_account ? 'primary' : 'ghost'} size="lg" className="w-full">
      {has_account ? 'Sign in to accept' : 'I have an account'}
    </ButtonLink>
  )
  if (has_account) return signIn
  return (
    <>
      <ButtonLink to={`/auth?${joining}`} state={{ email }} variant="primary" size="lg" className="w-full">
        Create your account
      </ButtonLink>
      {signIn}
    </>
  )
}

function Accept({ token, name }: { token: string; name: string }) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const join = async () => {
    setBusy(true)
    try {
      await accept(token, name)
      await navigate('/dashboard', { replace: true })
    } catch (error) {
      setProblem(messageOf(error, 'Failed to accept the invitation'))
      setBusy(false)
    }
  }
  return (
    <>
      <FormError message={problem} />
      <Button variant="primary" size="lg" className="w-full" loading={busy} onClick={join}>
        Accept invitation
      </Button>
      <ButtonLink to="/dashboard" variant="ghost" size="lg" className="w-full">
        Not now
      </ButtonLink>
    </>
  )
}

function SwitchAccount() {
  const [problem, setProblem] = useState<string>()
  const leave = () => signOut().catch((error: unknown) => setProblem(messageOf(error, 'Failed to sign out')))
  return (
    <>
      <FormError message={problem} />
      <Button variant="primary" size="lg" className="w-full" onClick={leave}>
        Sign out and use another account
      </Button>
      <ButtonLink to="/dashboard" variant="ghost" size="lg" className="w-full">
        Go to dashboard
      </ButtonLink>
    </>
  )
}
