// Text that was typed and not saved yet, kept in the browser for whoever typed it.

const PREFIX = 'draft:'
const DAYS_KEPT = 30
const DAY_MS = 86_400_000

export interface DraftOwner {
  userId: string
  workspaceId: string
}

const keyOf = ({ userId, workspaceId }: DraftOwner, name: string) => `${PREFIX}${userId}:${workspaceId}:${name}`

/** Storage may be forbidden, full or hold something else: that costs the draft, nothing else. */
function tried<T>(work: () => T, otherwise: T): T {
  try {
    return work()
  } catch {
    return otherwise
  }
}

/** What was kept under this name, to be checked by whoever reads it; null where there is nothing, or nothing recent. */
export const readDraft = (owner: DraftOwner, name: string): unknown =>
  tried(() => {
    const kept = JSON.parse(localStorage.getItem(keyOf(owner, name)) ?? 'null') as {
      at?: unknown
      draft?: unknown
    } | null
    return kept && Date.now() - Number(kept.at) < DAYS_KEPT * DAY_MS ? (kept.draft ?? null) : null
  }, null)

export const writeDraft = (owner: DraftOwner, name: string, draft: unknown): void =>
  tried(() => localStorage.setItem(keyOf(owner, name), JSON.stringify({ at: Date.now(), draft })), undefined)

export const dropDraft = (owner: DraftOwner, name: string): void =>
  tried(() => localStorage.removeItem(keyOf(owner, name)), undefined)

/** Calls back when another tab writes this draft, or is done with it. @returns how to stop */
export function watchDraft(owner: DraftOwner, name: string, onChange: (there: boolean) => void): () => void {
  const key = keyOf(owner, name)
  const listen = (event: StorageEvent) => {
    if (event.key === key) onChange(event.newValue !== null)
  }
  window.addEventListener('storage', listen)
  return () => window.removeEventListener('storage', listen)
}

/** Whoever signs out leaves no text behind. Without a person: nobody does. */
export function forgetDrafts(userId: string | null): void {
  const mine = userId === null ? PREFIX : `${PREFIX}${userId}:`
  tried(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(mine)) localStorage.removeItem(key)
  }, undefined)
}
