import { createContext, useContext } from 'react'
import { Link } from 'react-router'
import { buttonClasses } from '../../../web/ui/button.tsx'
import { cx } from '../../../web/ui/class-names.ts'
import type { Access } from '../../billing/contract.ts'
import type { Action, ListedWorkspace, Workspace, WorkspacePayer } from '../contract.ts'

/** Plan of the selected workspace, permissions of the user, and its public URL. */
export interface WorkspaceStanding {
  workspace: Workspace
  capabilities: string[]
  access: Access
  payer: WorkspacePayer
  faq_count: number
  public_url: string
}

export interface WorkspaceState {
  /** Newest first; empty when the person belongs to none. */
  workspaces: readonly ListedWorkspace[]
  /** True until the list has arrived. */
  loading: boolean
  /** Why the list could not be loaded; null while there is one to show. */
  error: unknown
  retry: () => void
  /** The selected one, or null when there is none. */
  workspace: ListedWorkspace | null
  /** False for a workspace that requires a second factor which the person lacks: the server refuses everything in it. */
  isOpen: boolean
  /** Arrives a moment after the workspace itself. */
  current: WorkspaceStanding | undefined
  /** Returns true when the user's role allows the action; false without an open workspace. The server enforces it too. */
  can: (action: Action) => boolean
  /** Selects and remembers it; everything shown of the former one is dropped. */
  selectWorkspace: (id: string) => void
  /** Selects none and forgets the remembered one. */
  clearSelection: () => void
}

export const WorkspaceContext = createContext<WorkspaceState | null>(null)

/** The selected workspace and its company. Throws outside a WorkspaceProvider. */
export function useWorkspace(): WorkspaceState {
  const state = useContext(WorkspaceContext)
  if (!state) throw new Error('useWorkspace must be used within a WorkspaceProvider')
  return state
}

/** The tab where a person chooses a plan or takes over the billing. */
const BILLING_TAB = '/dashboard/profile?tab=billing'

export interface PlanActionProps {
  /** Label of the payer's link. */
  label?: string
  /** Target of the payer's link. */
  to?: string
  /** `text` for a link within a sentence; otherwise the variant of a button. */
  look?: 'text' | 'primary' | 'secondary'
  /** Class names of the link. */
  className?: string
  onNavigate?: () => void
}

/**
 * Plan action for the selected workspace. Its payer gets a link to the plans. Other members see the payer, because a
 * plan of their own would not apply; owners among them can take over the billing.
 */
export function PlanAction(props: PlanActionProps) {
  const { current } = useWorkspace()
  if (!current) return null
  const { label = 'Upgrade Plan', to = BILLING_TAB, look = 'secondary', className, onNavigate } = props
  const { payer, workspace } = current
  const classes =
    look === 'text'
      ? 'font-medium text-link underline underline-offset-3 coarse:-my-2.5 coarse:inline-block coarse:py-2.5'
      : buttonClasses(look, look === 'primary' ? 'md' : 'sm')
  return (
    <>
      {!payer.you && <span className="text-sm text-ink-soft">{`${payer.name} pays for this workspace.`}</span>}{' '}
      {workspace.role === 'owner' && (
        <Link to={payer.you ? to : BILLING_TAB} onClick={onNavigate} className={cx(classes, className)}>
          {payer.you ? label : 'Take over billing'}
        </Link>
      )}
    </>
  )
}
