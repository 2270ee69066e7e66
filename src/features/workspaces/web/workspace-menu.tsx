import { Check, Plus, Search, Trash2 } from 'lucide-react'
import type { RefObject } from 'react'
import { useNavigate } from 'react-router'
import { confirmLeave } from '../../../web/browser/leave-guard.ts'
import { AnchoredPopover } from '../../../web/ui/anchored-popover.tsx'
import { Avatar } from '../../../web/ui/avatar.tsx'
import { type Option, OptionList } from '../../../web/ui/option-list.tsx'
import { useWorkspace } from './workspace-context.tsx'

export interface WorkspaceMenuProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The button it belongs to. */
  anchor: RefObject<HTMLButtonElement | null>
  /** Another workspace or page was chosen. */
  onChosen?: () => void
  onDelete: () => void
}

/** Search workspaces, select one, create, delete. */
export default function WorkspaceMenu({ open, onOpenChange, anchor, onChosen, onDelete }: WorkspaceMenuProps) {
  const { workspaces, workspace, can, selectWorkspace } = useWorkspace()
  const navigate = useNavigate()
  const then = (act: () => void) => () => {
    onOpenChange(false)
    act()
  }

  const options: Option[] = [
    ...workspaces.map((item) => ({
      id: item.id,
      label: item.name,
      keywords: item.subdomain,
      group: 'Workspaces',
      icon: <Avatar name={item.name} src={item.logo_url} size="sm" shape="square" />,
      end: item.id === workspace?.id && <Check size={16} className="text-accent-ink" aria-label="Selected" />,
      onSelect: then(() => {
        if (item.id !== workspace?.id) confirmLeave(() => selectWorkspace(item.id))
        onChosen?.()
      }),
    })),
    {
      id: 'create',
      label: 'Create workspace',
      icon: <Plus size={16} aria-hidden="true" />,
      onSelect: then(() => {
        onChosen?.()
        void navigate('/workspace-setup')
      }),
    },
    ...(workspace && can('workspace.delete')
      ? [
          {
            id: 'delete',
            label: `Delete ${workspace.name}`,
            icon: <Trash2 size={16} aria-hidden="true" className="text-bad" />,
            onSelect: then(onDelete),
          },
        ]
      : []),
  ]

  return (
    <AnchoredPopover
      open={open}
      onOpenChange={onOpenChange}
      anchor={anchor}
      fixed
      label="Workspaces"
      className="w-72 max-w-[calc(100vw-1rem)]"
    >
      <OptionList
        options={options}
        label="Search workspaces"
        placeholder="Search workspaces..."
        empty="No workspace found"
        initialId={workspace?.id}
        searchIcon={<Search size={16} aria-hidden="true" />}
        className="max-h-[min(22rem,var(--available-height))]"
      />
    </AnchoredPopover>
  )
}
