const STORAGE_KEY = 'currentWorkspaceId'

let selected: string | null = read()

function read(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    // Storage may be forbidden; the selection then lasts as long as the page.
    return null
  }
}

/** The id that goes out as `x-workspace-id`, and is remembered for the next visit. */
export const selectedWorkspaceId = (): string | null => selected

export function rememberWorkspace(id: string | null): void {
  selected = id
  try {
    if (id) localStorage.setItem(STORAGE_KEY, id)
    else localStorage.removeItem(STORAGE_KEY)
  } catch {
    // As above.
  }
}
