const storageKey = (workspaceId: string) => `first_steps_skipped:${workspaceId}`

/** Names of the first steps that were skipped in this browser. */
export function readSkippedSteps(workspaceId: string): string[] {
  try {
    const storedNames: unknown = JSON.parse(localStorage.getItem(storageKey(workspaceId)) ?? '[]')
    return Array.isArray(storedNames) ? storedNames.filter((stepName) => typeof stepName === 'string') : []
  } catch {
    return []
  }
}

export function writeSkippedSteps(workspaceId: string, stepNames: readonly string[]): void {
  try {
    localStorage.setItem(storageKey(workspaceId), JSON.stringify(stepNames))
  } catch {
    // Without storage, skipped steps return with the next page.
  }
}
