import { useSyncExternalStore } from 'react'

const STORAGE_KEY = 'currentWorkspaceId'
const listeners = new Set<() => void>()
let selected: string | null = read()
/** This page is being left: what it still shows must not select anything again. */
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

/** The id that goes out as `x-workspace-id`, and is remembered for the next visit. */
export const selectedWorkspaceId = (): string | null => selected

/** The same, followed by the component. */
export const useSelectedWorkspaceId = (): string | null => useSyncExternalStore(subscribe, selectedWorkspaceId)

function store(id: string | null): void {
  try {
    if (id) localStorage.setItem(STORAGE_KEY, id)
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // As above.
  }
}

export function rememberWorkspace(id: string | null): void {
  if (over || id === selected) return
  selected = id
  store(id)
  for (const listener of listeners) listener()
}

/** For a page that is being left for good: nothing is remembered from here on, and what is shown stays until it is gone. */
export function forgetWorkspace(): void {
  over = true
  store(null)
}
