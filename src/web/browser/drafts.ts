// Unsaved text, kept in the browser per user and workspace.

const PREFIX = 'draft:'
const DAYS_KEPT = 30
const DAY_MS = 86_400_000

export interface DraftOwner {
  userId: string
  workspaceId: string
}

const storageKey = ({ userId, workspaceId }: DraftOwner, name: string) => `${PREFIX}${userId}:${workspaceId}:${name}`

/** Storage may be forbidden, full or contain something else; only the draft is lost then. */
function withFallback<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/** Returns the stored draft, unchecked; null when there is none or it is older than DAYS_KEPT. */
export const readDraft = (owner: DraftOwner, name: string): unknown =>
  withFallback(() => {
    const kept = JSON.parse(localStorage.getItem(storageKey(owner, name)) ?? 'null') as {
      at?: unknown
      draft?: unknown
    } | null
    return kept && Date.now() - Number(kept.at) < DAYS_KEPT * DAY_MS ? (kept.draft ?? null) : null
  }, null)

export const writeDraft = (owner: DraftOwner, name: string, draft: unknown): void =>
  withFallback(
    () => localStorage.setItem(storageKey(owner, name), JSON.stringify({ at: Date.now(), draft })),
    undefined,
  )

export const deleteDraft = (owner: DraftOwner, name: string): void =>
  withFallback(() => localStorage.removeItem(storageKey(owner, name)), undefined)

/** Calls `onChange` when another tab writes or removes this draft. @returns the function that stops watching */
export function watchDraft(owner: DraftOwner, name: string, onChange: (there: boolean) => void): () => void {
  const key = storageKey(owner, name)
  const listen = (event: StorageEvent) => {
    if (event.key === key) onChange(event.newValue !== null)
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** Deletes the user's drafts, or all drafts when `userId` is null. */
export function deleteDrafts(userId: string | null): void {
  const mine = userId === null ? PREFIX : `${PREFIX}${userId}:`
  withFallback(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(mine)) localStorage.removeItem(key)
  }, undefined)
}
