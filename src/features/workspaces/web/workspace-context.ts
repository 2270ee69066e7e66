import { createContext, useContext } from 'react'
import type { Access } from '../../billing/contract.ts'
import type { Action, ListedWorkspace, Workspace, WorkspacePayer } from '../contract.ts'

/** What the selected workspace's owner pays for, what the caller may do in it, and where visitors find it. */
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
  /** Whether the caller's role allows the action; false until known. The server decides anyway. */
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
