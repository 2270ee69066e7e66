import type { Workspace } from '../contract.ts'

/** The saved one if it is among them, else the newest. */
export function chooseWorkspace<W extends Workspace>(
  workspaces: readonly W[],
  savedWorkspaceId: string | null,
): W | null {
  const savedWorkspace = workspaces.find((workspace) => workspace.id === savedWorkspaceId)
  return (
    savedWorkspace ?? [...workspaces].sort((left, right) => right.created_at.localeCompare(left.created_at))[0] ?? null
  )
}
