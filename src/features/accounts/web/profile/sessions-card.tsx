import { useQuery } from '@tanstack/react-query'
import { formatDistanceToNow } from 'date-fns'
import { Monitor, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { api, client } from '../../../../web/api/api.ts'
import { messageOf } from '../../../../web/api/api-error.ts'
import { queryClient } from '../../../../web/api/query-client.ts'
import { Badge } from '../../../../web/ui/badge.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import { Card } from '../../../../web/ui/card.tsx'
import { ConfirmDialog } from '../../../../web/ui/confirm-dialog.tsx'
import { QueryError } from '../../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../../web/ui/skeleton.tsx'
import { toast, toastError } from '../../../../web/ui/toast.tsx'
import type { Session } from '../../contract.ts'
import { sessionEnded } from '../session.ts'

/** Sessions of the user, with sign-out of one or all. */
export function SessionsCard() {
  const sessions = useQuery(api.accounts.sessions.list.queryOptions())
  const [asking, setAsking] = useState(false)
  const navigate = useNavigate()

  const leaveEverywhere = async () => {
    try {
      await client.accounts.sessions.revokeAll()
    } catch (error) {
      toastError(messageOf(error, 'Failed to sign out'))
      throw error
    }
    sessionEnded()
    await navigate('/auth', { replace: true })
    toast({ message: 'You are signed out everywhere.' })
  }

  return (
    <Card
      title="Sessions"
      description="The devices where you are signed in. Sign out any session that you don't recognize."
      padded={false}
    >
      <div className="mt-3 border-t border-line">
        {sessions.isError && !sessions.data ? (
          <QueryError title="Your sessions could not be loaded" query={sessions} />
        ) : sessions.data ? (
          <ul className="divide-y divide-line">
            {sessions.data.items.map((session) => (
              <SessionRow key={session.id} session={session} />
            ))}
          </ul>
        ) : (
          <SkeletonRows rows={2} />
        )}
      </div>
      <div className="border-t border-line px-5 py-4">
        <Button variant="danger-ghost" className="-ml-3.5" onClick={() => setAsking(true)}>
          Sign out everywhere
        </Button>
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        destructive
        title="Sign out everywhere?"
        description="All your sessions end, including this one. You need to sign in again on each device."
        confirmLabel="Sign out everywhere"
        onConfirm={leaveEverywhere}
      />
    </Card>
  )
}

function SessionRow({ session }: { session: Session }) {
  const [busy, setBusy] = useState(false)
  const Icon = /iPhone|Android/.test(session.device) ? Smartphone : Monitor

  const end = async () => {
    setBusy(true)
    try {
      await client.accounts.sessions.revoke({ id: session.id })
      toast({ message: 'Session signed out' })
    } catch (error) {
      toastError(messageOf(error, 'Failed to sign out'))
    }
    await queryClient.invalidateQueries({ queryKey: api.accounts.sessions.list.key() })
    setBusy(false)
  }

  return (
    <li className="flex min-h-15 items-center gap-3.5 px-5 py-2.5">
      <Icon size={18} aria-hidden="true" className="shrink-0 text-ink-faint" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 text-md font-medium">
          {session.device}
          {session.current && <Badge tone="good">This device</Badge>}
        </p>
        <p className="truncate text-sm text-ink-faint">
          {session.current ? 'Active now' : `Last seen ${formatDistanceToNow(new Date(session.last_seen_at))} ago`}
          {session.address && ` · ${session.address}`}
        </p>
      </div>
      {!session.current && (
        <Button size="sm" loading={busy} onClick={end} aria-label={`Sign out ${session.device}`}>
          Sign out
        </Button>
      )}
    </li>
  )
}
