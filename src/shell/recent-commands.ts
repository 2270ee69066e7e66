const STORAGE_KEY = 'recent_commands'
const MAX_COMMANDS_KEPT = 3

/** Ids of the commands that were chosen last, the latest first. */
export function recentCommands(): string[] {
  try {
    const storedCommands: unknown = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? '[]')
    return Array.isArray(storedCommands)
      ? storedCommands.filter((commandId) => typeof commandId === 'string').slice(0, MAX_COMMANDS_KEPT)
      : []
  } catch {
    return []
  }
}

export function rememberCommand(commandId: string): void {
  try {
    localStorage.setItem(
      STORAGE_KEY,
      JSON.stringify(
        [commandId, ...recentCommands().filter((earlierId) => earlierId !== commandId)].slice(0, MAX_COMMANDS_KEPT),
      ),
    )
  } catch {
    // Without storage nothing is remembered.
  }
}
