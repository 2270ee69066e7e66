import type { Events } from '../../../platform/events/index.ts'
import type { WorkspaceContext } from '../../workspaces/server/index.ts'
import type { Stats } from '../contract.ts'
import { countStats, overtakeStats, readCachedStats, renewStats } from './stats.queries.ts'

export interface DashboardServices {
  log(level: 'warn', message: string, fields: Record<string, unknown>): void
}

/** A failing cache must not break the dashboard. */
const failing = (services: DashboardServices, what: string) => (error: unknown) => {
  services.log('warn', `The dashboard's cache failed: ${what}`, { err: error })
  return null
}

/** Workspaces whose figures are being renewed behind an answer. */
const renewing = new Map<string, Promise<unknown>>()

function renewBehind(services: DashboardServices, context: WorkspaceContext): void {
  if (renewing.has(context.workspaceId)) return
  const renewal = renewStats(context)
    .catch(failing(services, 'a renewal'))
    .finally(() => renewing.delete(context.workspaceId))
  renewing.set(context.workspaceId, renewal)
}

/**
 * Returns the figures of the four cards. They are counted at most every five seconds; for half of that again stale ones
 * are served while new ones are counted in the background. Any change of a figure expires them at once
 * (`overtakeWith`).
 */
export async function getStats(services: DashboardServices, context: WorkspaceContext): Promise<Stats> {
  const cached = await readCachedStats(context).catch(failing(services, 'reading'))
  if (cached) {
    if (!cached.fresh) renewBehind(services, context)
    return cached.stats
  }
  return (await renewStats(context).catch(failing(services, 'writing'))) ?? countStats(context)
}

/** Every change of a FAQ or source is a change of content; each marks the figures in its own transaction. */
const OVERTAKING = ['content.changed', 'question.created', 'question.deleted'] as const

/** From now on, events end the life of cached figures. */
export function overtakeWith(events: Events): void {
  for (const type of OVERTAKING)
    events.within(type, async (transaction, { workspace_id: id }) => {
      await transaction.execute(overtakeStats(id))
    })
}
