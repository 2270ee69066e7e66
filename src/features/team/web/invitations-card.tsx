import { useQuery } from '@tanstack/react-query'
import { formatDistanceToNow } from 'date-fns'
import { Mail, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { api, client } from '../../../web/api/api.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { IconButton } from '../../../web/ui/icon-button.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import type { Invitation } from '../contract.ts'
import { changeTeam } from './use-team.ts'

/** Open invitations; hidden when there are none. */
export function InvitationsCard({ mayResend }: { mayResend: boolean }) {
  const invitations = useQuery(api.team.invitations.list.queryOptions())
  const items = invitations.data?.items ?? []
  if (invitations.isError && !invitations.data)
    return (
      <Card title="Invitations">
        <QueryError title="The invitations could not be loaded" query={invitations} />
      </Card>
    )
  if (items.length === 0) return null
  return (
    <Card title="Invitations" description="Sent and not yet accepted." padded={false}>
      <ul aria-label="Invitations" className="mt-3 divide-y divide-line border-t border-line">
        {items.map((invitation) => (
          <InvitationRow key={invitation.id} invitation={invitation} mayResend={mayResend} />
        ))}
      </ul>
    </Card>
  )
}

function InvitationRow({ invitation, mayResend }: { invitation: Invitation; mayResend: boolean }) {
  const { id, email, role, expires_at, expired } = invitation
  const [busy, setBusy] = useState<'resend' | 'revoke'>()
  const run = async (what: 'resend' | 'revoke', done: string, failed: string) => {
    setBusy(what)
    // It has said by itself what went wrong.
    await changeTeam(() => client.team.invitations[what]({ id }), done, failed).catch(() => undefined)
    setBusy(undefined)
  }
  return (
    <li className="flex min-h-16 items-center gap-3.5 px-5 py-2.5">
      <Mail size={18} aria-hidden="true" className="shrink-0 text-ink-faint max-sm:hidden" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-md font-medium">
          <span className="min-w-0 [overflow-wrap:anywhere]">{email}</span>
          {expired && <Badge tone="warn">Expired</Badge>}
        </p>
        <p className="text-sm text-ink-faint">
          As {role === 'owner' ? 'an owner' : 'a member'}
          {!expired && ` · expires in ${formatDistanceToNow(new Date(expires_at))}`}
        </p>
      </div>
      {mayResend && (
        <Button
          size="sm"
          loading={busy === 'resend'}
          aria-label={`Resend the invitation for ${email}`}
          onClick={() => run('resend', `Invitation sent to ${email} again`, 'Failed to send the invitation')}
        >
          Resend
        </Button>
      )}
      <IconButton
        variant="danger-ghost"
        label={`Revoke the invitation for ${email}`}
        tooltip={false}
        loading={busy === 'revoke'}
        icon={<Trash2 size={16} />}
        onClick={() => run('revoke', 'Invitation revoked', 'Failed to revoke the invitation')}
      />
    </li>
  )
}
