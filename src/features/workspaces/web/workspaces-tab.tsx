import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { plural } from '../../../kernel/text.ts'
import { api } from '../../../web/api/api.ts'
import { Avatar } from '../../../web/ui/avatar.tsx'
import { Badge } from '../../../web/ui/badge.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { IconButton } from '../../../web/ui/icon-button.tsx'
import { QueryError } from '../../../web/ui/query-error.tsx'
import { SkeletonRows } from '../../../web/ui/skeleton.tsx'
import { planBadge } from '../../billing/web/index.ts'
import type { ListedWorkspace } from '../contract.ts'
import { AddWorkspaceButton } from './add-workspace-button.tsx'
import DeleteWorkspaceDialog from './settings/delete-workspace-dialog.tsx'
import { useWorkspace } from './workspace-context.tsx'

/** Profile, Workspaces: those the person belongs to. */
export default function WorkspacesTab() {
  const list = useQuery(api.workspaces.list.queryOptions())
  const [deleting, setDeleting] = useState<ListedWorkspace>()
  const [open, setOpen] = useState(false)
  const items = list.data?.items
  return (
    <Card
      title="Workspaces"
      actions={<AddWorkspaceButton owned={items?.filter(({ billed_to_me }) => billed_to_me).length ?? 0} />}
      padded={false}
    >
      <div className="mt-3 border-t border-line">
        {list.isError && !items ? (
          <QueryError title="Your workspaces could not be loaded" query={list} />
        ) : !items ? (
          <SkeletonRows rows={3} />
        ) : items.length === 0 ? (
          <EmptyState title="No workspaces yet" message="Create one to publish your first FAQs." />
        ) : (
          <ul aria-label="Workspaces" className="divide-y divide-line">
            {items.map((workspace) => (
              <WorkspaceRow
                key={workspace.id}
                workspace={workspace}
                onDelete={() => {
                  setDeleting(workspace)
                  setOpen(true)
                }}
              />
            ))}
          </ul>
        )}
      </div>
      {deleting && <DeleteWorkspaceDialog workspace={deleting} open={open} onOpenChange={setOpen} />}
    </Card>
  )
}

function WorkspaceRow({ workspace, onDelete }: { workspace: ListedWorkspace; onDelete: () => void }) {
  const { selectWorkspace, workspace: selected } = useWorkspace()
  const navigate = useNavigate()
  const badge = planBadge(workspace.plan)
  const open = () => {
    if (workspace.id !== selected?.id) selectWorkspace(workspace.id)
    void navigate('/dashboard')
  }
  return (
    <li className="flex min-h-16 items-center gap-3.5 px-5 py-2.5">
      <Avatar name={workspace.name} src={workspace.logo_url} shape="square" />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-2">
          <button
            type="button"
            onClick={open}
            className="min-w-0 truncate rounded-xs text-left text-md font-semibold underline-offset-3 hover:underline coarse:py-2"
          >
            {workspace.name}
          </button>
          <Badge tone={badge === 'Pro' ? 'accent' : 'neutral'} className="shrink-0">
            {badge}
          </Badge>
        </p>
        <p className="truncate text-sm text-ink-faint">
          {plural(workspace.member_count, 'member')} · {workspace.role === 'owner' ? 'Owner' : 'Member'}
        </p>
      </div>
      {workspace.role === 'owner' && (
        <IconButton
          variant="danger-ghost"
          label={`Delete ${workspace.name}`}
          tooltip={false}
          icon={<Trash2 size={16} />}
          onClick={onDelete}
        />
      )}
    </li>
  )
}
