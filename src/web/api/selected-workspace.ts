import { useSyncExternalStore } from 'react'

const STORAGE_KEY = 'currentWorkspaceId'
const listeners = new Set<() => void>()
let selected: string | null = read()
/** True once the page is being left: what it still shows must not select a workspace again. */
let over = false

function read(): string | null {
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
export const selectedWorkspaceId = (): string | null => selected

/** The selected id as a hook. */
export const useSelectedWorkspaceId = (): string | null => useSyncExternalStore(subscribe, selectedWorkspaceId)

function store(id: string | null): void {
  try {
    if (id) localStorage.setItem(STORAGE_KEY, id)
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // Storage may be forbidden.
  }
}

export function storeSelectedWorkspace(id: string | null): void {
  if (over || id === selected) return
  selected = id
  store(id)
  for (const listener of listeners) listener()
}

/** Clears the stored selection on sign-out; the page keeps showing its workspace until it is gone. */
export function clearSelectedWorkspace(): void {
  over = true
  store(null)
}
