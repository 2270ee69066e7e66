const KEY = 'recent_commands'
const KEPT = 3

/** Ids of the commands that were chosen last, the latest first. */
export function recentCommands(): string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id) => typeof id === 'string').slice(0, KEPT) : []
  } catch {
    return []
  }
}

export function rememberCommand(id: string): void {
  try {
    localStorage.setItem(KEY, JSON.stringify([id, ...recentCommands().filter((other) => other !== id)].slice(0, KEPT)))
  } catch {
    // Without storage nothing is remembered.
  }
}
