import type { Workspace } from '../contract.ts'

/** The saved one if it is among them, else the newest. */
export function chooseWorkspace<W extends Workspace>(workspaces: readonly W[], savedId: string | null): W | null {
  const saved = workspaces.find((workspace) => workspace.id === savedId)
  return saved ?? [...workspaces].sort((a, b) => b.created_at.localeCompare(a.created_at))[0] ?? null
}
