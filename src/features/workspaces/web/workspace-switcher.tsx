import { ChevronsUpDown } from 'lucide-react'
import { lazy, Suspense, useRef, useState } from 'react'
import { Avatar } from '../../../web/ui/avatar.tsx'
import { cx } from '../../../web/ui/class-names.ts'
import { useOnceTrue } from '../../../web/ui/use-once-true.ts'
import type { Workspace } from '../contract.ts'
import { useWorkspace } from './workspace-context.tsx'

const loadMenu = () => import('./workspace-menu.tsx')
const WorkspaceMenu = lazy(loadMenu)
const DeleteWorkspaceDialog = lazy(() => import('./settings/delete-workspace-dialog.tsx'))

/** The top of the sidebar: which workspace this is, and the menu to change that. */
export function WorkspaceSwitcher({ collapsed, onChosen }: { collapsed: boolean; onChosen?: () => void }) {
  const { workspace, loading } = useWorkspace()
  const [open, setOpen] = useState(false)
  // The one that is asked about, also while another is selected in its place.
  const [deleting, setDeleting] = useState<Workspace>()
  const [asking, setAsking] = useState(false)
  const menuWanted = useOnceTrue(open)
  const button = useRef<HTMLButtonElement>(null)
  const name = workspace?.name ?? (loading ? 'Loading...' : 'No workspace selected')
  return (
    <>
      <button
        ref={button}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={loadMenu}
        onClick={() => setOpen(!open)}
        className={cx(
          'flex h-11 w-full items-center gap-2.5 rounded-lg text-left transition-colors hover:bg-hover aria-expanded:bg-pressed',
          collapsed ? 'justify-center' : 'px-2',
        )}
      >
        <Avatar name={workspace?.name ?? ' '} src={workspace?.logo_url} shape="square" size={collapsed ? 'sm' : 'md'} />
        <span className="sr-only">Workspace:</span>
        <span className={collapsed ? 'sr-only' : 'min-w-0 flex-1 truncate text-md font-semibold'}>{name}</span>
        <span className="sr-only">Switch workspace</span>
        {!collapsed && <ChevronsUpDown size={15} aria-hidden="true" className="shrink-0 text-ink-faint" />}
      </button>
      <Suspense>
        {menuWanted && (
          <WorkspaceMenu
            open={open}
            onOpenChange={setOpen}
            anchor={button}
            onChosen={onChosen}
            onDelete={() => {
              setDeleting(workspace ?? undefined)
              setAsking(true)
            }}
          />
        )}
        {deleting && <DeleteWorkspaceDialog workspace={deleting} open={asking} onOpenChange={setAsking} />}
      </Suspense>
    </>
  )
}
