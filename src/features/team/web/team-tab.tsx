import { useQuery } from '@tanstack/react-query'
import { UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { plural } from '../../../kernel/text.ts'
import { api } from '../../../web/api/api.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { useOnceTrue } from '../../../web/ui/use-once-true.ts'
import { useWorkspace } from '../../workspaces/web/index.ts'
import { noSeatLeft } from '../contract.ts'
import { InvitationsCard } from './invitations-card.tsx'
import { LeaveCard } from './leave-card.tsx'
import { MemberList } from './member-list.tsx'
import { ProNote } from './pro-note.tsx'
import { TransferNotice } from './transfer-notice.tsx'
import { useTeam } from './use-team.ts'

const InviteDialog = lazy(() => import('./invite-dialog.tsx'))

/** Profile, Team Members: who belongs to the selected workspace, who is invited, and what they may do. */
export default function TeamTab() {
  const { workspace, loading } = useWorkspace()
  if (!workspace) return loading ? <SkeletonRows rows={3} /> : <EmptyState title="No workspace selected" />
  return <Team workspace={workspace} />
}

function Team({ workspace }: { workspace: NonNullable<ReturnType<typeof useWorkspace>['workspace']> }) {
  const { current, can } = useWorkspace()
  const { members, transfers } = useTeam()
  const [inviting, setInviting] = useState(false)
  const dialogWanted = useOnceTrue(inviting)
  const items = members.data?.items
  const manages = can('member.manage')
  const limit = current?.access.limits.members
  const count = items?.length ?? workspace.member_count
  const invitations = useQuery(api.team.invitations.list.queryOptions({ enabled: manages }))
  const seats = count + (invitations.data?.items.filter(({ expired }) => !expired).length ?? 0)
  const hasRoom = limit === null || (limit !== undefined && seats < limit)

  return (
    <div className="flex flex-col gap-5">
      {transfers.map((transfer) => (
        <TransferNotice key={transfer.id} transfer={transfer} me={items?.find(({ you }) => you)?.id} />
      ))}
      <Card
        title="Team Members"
        description={`${workspace.name} has ${plural(count, 'member')}. You are ${workspace.role === 'owner' ? 'an owner' : 'a member'}.`}
        padded={false}
        actions={
          manages && hasRoom ? (
            <Button
              variant="primary"
              icon={<UserPlus size={16} aria-hidden="true" />}
              onClick={() => setInviting(true)}
            >
              Invite
            </Button>
          ) : limit === 1 ? (
            <Badge tone="accent">Pro</Badge>
          ) : null
        }
      >
        <div className="mt-3 border-t border-line">
          {members.isError && !items ? (
            <QueryError title="The members could not be loaded" query={members} />
          ) : items ? (
            <MemberList members={items} manages={manages} />
          ) : (
            <SkeletonRows rows={3} />
          )}
        </div>
        {manages && limit && limit > 1 && hasRoom && (
          <p className="border-t border-line px-5 py-4 text-md text-ink-soft">
            {`Your plan allows ${limit} members, open invitations included.`}
          </p>
        )}
        {manages && limit && !hasRoom && (
          <div className="border-t border-line px-5 py-4">
            <ProNote>{noSeatLeft(limit)}</ProNote>
          </div>
        )}
      </Card>
      {manages && <InvitationsCard mayResend={limit === null || (limit ?? 1) > 1} />}
      {items && items.length > 1 && <LeaveCard workspace={workspace} members={items} />}
      <Suspense>{dialogWanted && <InviteDialog open={inviting} onOpenChange={setInviting} />}</Suspense>
    </div>
  )
}
