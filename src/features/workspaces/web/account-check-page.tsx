import { useQuery } from '@tanstack/react-query'
import { formatDistanceToNow } from 'date-fns'
import { type ReactNode, Suspense, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { formatDate } from '../../../kernel/format.ts'
import { api, client } from '../../../web/api/api.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { landingPath } from '../../../web/api/landing-path.ts'
import { queryClient } from '../../../web/api/query-client.ts'
import { Button } from '../../../web/ui/button.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { toast, toastError } from '../../../web/ui/toast.tsx'
import type { Passkey, Session } from '../../accounts/contract.ts'
import {
  AuthFrame,
  GoogleDisconnectDialog,
  profileChanged,
  RemovePasskeyDialog,
  useSession,
} from '../../accounts/web/index.ts'
import type { OwnApiKey } from '../contract.ts'

/** /account-check: after a password reset, lists what an intruder may have left in the account, with a button for each. */
export function Component() {
  const [search] = useSearchParams()
  const navigate = useNavigate()
  const profile = useSession()
  const keys = useQuery(api.workspaces.ownApiKeys.list.queryOptions())
  const passkeys = useQuery(api.accounts.passkeys.list.queryOptions())
  const sessions = useQuery(api.accounts.sessions.list.queryOptions())
  const [removing, setRemoving] = useState<Passkey>()
  const [isDisconnecting, setIsDisconnecting] = useState(false)
  const [isFinishing, setIsFinishing] = useState(false)

  const finish = async () => {
    setIsFinishing(true)
    try {
      profileChanged(await client.accounts.finishAccountCheck())
      await navigate(await landingPath(search), { replace: true })
    } catch (error) {
      toastError(messageOf(error))
      setIsFinishing(false)
    }
  }
  const google = profile?.google
  const newAddress = profile?.pending_email
  const others = sessions.data?.items.filter(({ current }) => !current) ?? []
  const lists = [keys, passkeys, sessions]
  const isEmpty =
    !google && !newAddress && others.length === 0 && !keys.data?.items.length && !passkeys.data?.items.length
  const failed = lists.find(({ isError, data }) => isError && !data)
  return (
    <AuthFrame
      documentTitle="Check your account"
      title="Check your account"
      subtitle="Your password was reset. The reset ended all sessions and pending changes. Revoke what you don't recognize below: it still gives access."
    >
      {failed ? (
        <QueryError title="The keys and sessions could not be loaded" query={failed} />
      ) : !keys.data || !passkeys.data || !sessions.data ? (
        <SkeletonRows rows={2} />
      ) : (
        <ul aria-label="What still gives access" className="divide-y divide-line rounded-lg border border-line">
          {google && (
            <AccessRow
              title="Google account"
              detail={google.email ?? 'Signs you in without a password'}
              action="Disconnect"
              label="Disconnect Google"
              onAction={() => setIsDisconnecting(true)}
            />
          )}
          {passkeys.data.items.map((passkey) => (
            <AccessRow
              key={passkey.id}
              title={`Passkey “${passkey.name}”`}
              detail={`added ${formatDate(passkey.created_at)}`}
              action="Remove"
              label={`Remove ${passkey.name}`}
              onAction={() => setRemoving(passkey)}
            />
          ))}
          {newAddress && (
            <RevocableRow
              title="Change of the email address"
              detail={`Waiting for ${newAddress} to be confirmed`}
              action="Cancel"
              label="Cancel the change of the email address"
              done="The change is canceled."
              failure="Failed to cancel the change"
              onRevoke={async () => profileChanged(await client.accounts.cancelEmailChange())}
            />
          )}
          {others.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
          {keys.data.items.map((key) => (
            <KeyRow key={key.id} apiKey={key} />
          ))}
          {isEmpty && <li className="px-4 py-3 text-md text-ink-soft">Nothing else gives access to your account.</li>}
        </ul>
      )}
      <Button variant="primary" size="lg" className="mt-6 w-full" loading={isFinishing} onClick={() => void finish()}>
        Continue
      </Button>
      <Suspense>
        {isDisconnecting && <GoogleDisconnectDialog onClose={() => setIsDisconnecting(false)} />}
        {removing && <RemovePasskeyDialog passkey={removing} onClose={() => setRemoving(undefined)} />}
      </Suspense>
    </AuthFrame>
  )
}

function KeyRow({ apiKey }: { apiKey: OwnApiKey }) {
  return (
    <RevocableRow
      title={
        <>
          {apiKey.kind === 'connection' ? 'Assistant' : 'API key'} “{apiKey.name}”{' '}
          <code className="font-mono text-sm text-ink-faint">{apiKey.hint}</code>
        </>
      }
      detail={`${apiKey.workspace_name} · created ${formatDate(apiKey.created_at)}`}
      action="Revoke"
      label={`Revoke ${apiKey.name}`}
      done="API key revoked"
      failure="Failed to revoke the key"
      onRevoke={() => client.workspaces.ownApiKeys.revoke({ id: apiKey.id })}
    />
  )
}

function SessionRow({ session }: { session: Session }) {
  const lastSeen = `Signed in, last seen ${formatDistanceToNow(new Date(session.last_seen_at))} ago`
  return (
    <RevocableRow
      title={session.device}
      detail={session.address ? `${lastSeen} · ${session.address}` : lastSeen}
      action="Sign out"
      label={`Sign out ${session.device}`}
      done="Session signed out"
      failure="Failed to sign out"
      onRevoke={() => client.accounts.sessions.revoke({ id: session.id })}
    />
  )
}

/** A row that is revoked at once; a toast says how that went. */
function RevocableRow(
  props: Omit<AccessRowProps, 'isBusy' | 'onAction'> & {
    done: string
    failure: string
    onRevoke: () => Promise<unknown>
  },
) {
  const { done, failure, onRevoke, ...row } = props
  const [isBusy, setIsBusy] = useState(false)
  const revoke = async () => {
    setIsBusy(true)
    try {
      await onRevoke()
      toast({ message: done })
    } catch (error) {
      toastError(messageOf(error, failure))
    }
    // After a failure, too: it may be gone already.
    const lists = [api.workspaces.ownApiKeys.key(), api.accounts.sessions.list.key()]
    await Promise.all(lists.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    setIsBusy(false)
  }
  return <AccessRow {...row} isBusy={isBusy} onAction={() => void revoke()} />
}

interface AccessRowProps {
  title: ReactNode
  detail: string
  action: string
  /** The button's accessible name: says which row it belongs to. */
  label: string
  isBusy?: boolean
  onAction: () => void
}

function AccessRow(props: AccessRowProps) {
  return (
    <li className="flex min-h-15 items-center gap-3.5 px-4 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="text-md font-medium wrap-anywhere">{props.title}</p>
        <p className="text-sm text-ink-faint wrap-anywhere">{props.detail}</p>
      </div>
      <Button size="sm" loading={props.isBusy} onClick={props.onAction} aria-label={props.label}>
        {props.action}
      </Button>
    </li>
  )
}
