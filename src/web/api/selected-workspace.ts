import { useSyncExternalStore } from 'react'

const STORAGE_KEY = 'currentWorkspaceId'
const listeners = new Set<() => void>()
let selectedId: string | null = readStoredId()
/** True once the page is being left: what it still shows must not select a workspace again. */
let isSessionOver = false

function readStoredId(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    // Storage may be forbidden; the selection then lasts as long as the page.
    return null
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Id that is sent as `x-workspace-id` and stored for the next visit. */
export const selectedWorkspaceId = (): string | null => selectedId

/** The selected id as a hook. */
export const useSelectedWorkspaceId = (): string | null => useSyncExternalStore(subscribe, selectedWorkspaceId)

function writeStoredId(workspaceId: string | null): void {
  try {
    if (workspaceId) localStorage.setItem(STORAGE_KEY, workspaceId)
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // Storage may be forbidden.
  }
}

export function storeSelectedWorkspace(workspaceId: string | null): void {
  if (isSessionOver || workspaceId === selectedId) return
  selectedId = workspaceId
  writeStoredId(workspaceId)
  for (const listener of listeners) listener()
}

/** Clears the stored selection on sign-out; the page keeps showing its workspace until it is gone. */
export function clearSelectedWorkspace(): void {
  isSessionOver = true
  writeStoredId(null)
}
