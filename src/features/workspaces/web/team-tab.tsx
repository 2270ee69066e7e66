import { plural } from '../../../kernel/text.ts'
import { Badge } from '../../../web/ui/badge.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { useWorkspace } from './workspace-context.ts'

/** Profile, Team Members: who belongs to the selected workspace, and whether its plan has room for more. */
export default function TeamTab() {
  const { workspace, current, loading } = useWorkspace()
  if (!workspace) return loading ? <SkeletonRows rows={3} /> : <EmptyState title="No workspace selected" />
  return (
    <Card
      title="Team Members"
      description={`${workspace.name} has ${plural(workspace.member_count, 'member')}. You are ${workspace.role === 'owner' ? 'an owner' : 'a member'}.`}
      actions={<Badge tone="accent">Pro</Badge>}
    >
      <p className="text-md text-ink-soft">
        {current?.access.limits.team
          ? 'Team members are part of the plan of this workspace.'
          : 'Working in a team is part of the Pro plan.'}
      </p>
    </Card>
  )
}
