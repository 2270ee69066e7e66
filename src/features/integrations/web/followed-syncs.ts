import type { Integration, IntegrationRun } from '../contract.ts'

/** Imports started in this tab, by integration; null means the newest run. Their ends are announced here. */
const runIdByIntegration = new Map<string, string | null>()

/** Follows the run of a response; `id` alone follows the newest run. */
export const followSync = ({ id, run }: Pick<Integration, 'id'> & { run?: IntegrationRun | null }): void =>
  void runIdByIntegration.set(id, run?.id ?? null)

/** Returns once how a run started here has ended. Null while it is running, or when there was none. */
export function takeFollowedEnd({ id, run }: Integration): 'completed' | 'failed' | null {
  const followedRunId = runIdByIntegration.get(id)
  if (followedRunId === undefined || (run?.state !== 'completed' && run?.state !== 'failed')) return null
  if (followedRunId !== null && followedRunId !== run.id) return null
  runIdByIntegration.delete(id)
  return run.state
}
