import { UserPlus } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { plural } from '../../../kernel/text.ts'
import { messageOf } from '../../../web/api/api-error.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { useOnceTrue } from '../../../web/ui/use-once-true.ts'
import { PlanAction, useWorkspace } from '../../workspaces/web/index.ts'
import { TEAM_NEEDS_PRO } from '../contract.ts'
import { InvitationsCard } from './invitations-card.tsx'
import { LeaveCard } from './leave-card.tsx'
import { MemberList } from './member-list.tsx'
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
  const hasTeam = current?.access.limits.team
  const count = items?.length ?? workspace.member_count

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
          manages && hasTeam ? (
            <Button
              variant="primary"
              icon={<UserPlus size={16} aria-hidden="true" />}
              onClick={() => setInviting(true)}
            >
              Invite
            </Button>
          ) : (
            <Badge tone="accent">Pro</Badge>
          )
        }
      >
        <div className="mt-3 border-t border-line">
          {members.isError && !items ? (
            <ErrorState message={messageOf(members.error)} onRetry={() => void members.refetch()} />
          ) : items ? (
            <MemberList members={items} manages={manages} />
          ) : (
            <SkeletonRows rows={3} />
          )}
        </div>
        {manages && hasTeam === false && <UpgradeLine />}
      </Card>
      {manages && <InvitationsCard mayResend={hasTeam ?? false} />}
      {items && items.length > 1 && <LeaveCard workspace={workspace} members={items} />}
      <Suspense>{dialogWanted && <InviteDialog open={inviting} onOpenChange={setInviting} />}</Suspense>
    </div>
  )
}

function UpgradeLine() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-3 border-t border-line px-5 py-4">
      <p className="min-w-56 flex-1 text-md text-ink-soft">{TEAM_NEEDS_PRO}</p>
      <PlanAction to="/profile?tab=billing" look="primary" />
    </div>
  )
}
