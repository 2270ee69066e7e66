// Unsaved text, kept in the browser per user and workspace.

const STORAGE_PREFIX = 'draft:'
const DAYS_KEPT = 30
const DAY_MS = 86_400_000

export interface DraftOwner {
  userId: string
  workspaceId: string
}

const storageKey = ({ userId, workspaceId }: DraftOwner, draftName: string) =>
  `${STORAGE_PREFIX}${userId}:${workspaceId}:${draftName}`

/** Storage may be forbidden, full or contain something else; only the draft is lost then. */
function withFallback<T>(storageAccess: () => T, fallbackResult: T): T {
  try {
    return storageAccess()
  } catch {
    return fallbackResult
  }
}

/** Returns the stored draft, unchecked; null when there is none or it is older than DAYS_KEPT. */
export const readDraft = (draftOwner: DraftOwner, draftName: string): unknown =>
  withFallback(() => {
    const storedDraft = JSON.parse(localStorage.getItem(storageKey(draftOwner, draftName)) ?? 'null') as {
      at?: unknown
      draft?: unknown
    } | null
    return storedDraft && Date.now() - Number(storedDraft.at) < DAYS_KEPT * DAY_MS ? (storedDraft.draft ?? null) : null
  }, null)

export const writeDraft = (draftOwner: DraftOwner, draftName: string, draft: unknown): void =>
  withFallback(
    () => localStorage.setItem(storageKey(draftOwner, draftName), JSON.stringify({ at: Date.now(), draft })),
    undefined,
  )

export const deleteDraft = (draftOwner: DraftOwner, draftName: string): void =>
  withFallback(() => localStorage.removeItem(storageKey(draftOwner, draftName)), undefined)

/** Calls `onChange` when another tab writes or removes this draft. @returns the function that stops watching */
export function watchDraft(draftOwner: DraftOwner, draftName: string, onChange: (there: boolean) => void): () => void {
  const watchedKey = storageKey(draftOwner, draftName)
  const onStorage = (storageEvent: StorageEvent) => {
    if (storageEvent.key === watchedKey) onChange(storageEvent.newValue !== null)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

/** Deletes the user's drafts, or all drafts when `userId` is null. */
export function deleteDrafts(userId: string | null): void {
  const ownPrefix = userId === null ? STORAGE_PREFIX : `${STORAGE_PREFIX}${userId}:`
  withFallback(() => {
    for (const storedKey of Object.keys(localStorage))
      if (storedKey.startsWith(ownPrefix)) localStorage.removeItem(storedKey)
  }, undefined)
}
