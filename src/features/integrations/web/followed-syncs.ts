import type { Integration, IntegrationRun } from '../contract.ts'

/** Runs that were begun in this tab, by their integration; null: the newest. How they end is told here. */
const followed = new Map<string, string | null>()

/** Follows the run that an answer tells of; `id` alone is enough where the newest is meant. */
export const followSync = ({ id, run }: Pick<Integration, 'id'> & { run?: IntegrationRun | null }): void =>
  void followed.set(id, run?.id ?? null)

/** How the run that was begun here has ended; asked once. Null while it goes on, or where there was none. */
export function endOfFollowed({ id, run }: Integration): 'completed' | 'failed' | null {
  const runId = followed.get(id)
  if (runId === undefined || (run?.state !== 'completed' && run?.state !== 'failed')) return null
  if (runId !== null && runId !== run.id) return null
  followed.delete(id)
  return run.state
}
