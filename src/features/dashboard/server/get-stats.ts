import type { EventBus } from '../../../platform/events/index.ts'
import type { WorkspaceContext } from '../../workspaces/server/index.ts'
import type { Stats } from '../contract.ts'
import { countStats, overtakeStats, readCachedStats, renewStats } from './stats.queries.ts'

export interface DashboardServices {
  log(level: 'warn', message: string, fields: Record<string, unknown>): void
}

/** A failing cache must not break the dashboard. */
const logCacheFailure = (services: DashboardServices, cacheAction: string) => (cacheError: unknown) => {
  services.log('warn', `The dashboard's cache failed: ${cacheAction}`, { err: cacheError })
  return null
}

/** Workspaces whose figures are being counted in the background. */
const renewalsByWorkspace = new Map<string, Promise<unknown>>()

function refreshInBackground(services: DashboardServices, context: WorkspaceContext): void {
  if (renewalsByWorkspace.has(context.workspaceId)) return
  const renewal = renewStats(context)
    .catch(logCacheFailure(services, 'a renewal'))
    .finally(() => renewalsByWorkspace.delete(context.workspaceId))
  renewalsByWorkspace.set(context.workspaceId, renewal)
}

/**
 * Returns the figures of the four cards. They are counted at most every five seconds; for half of that again stale ones
 * are served while new ones are counted in the background. Any change of a figure expires them at once
 * (`expireOnEvents`).
 */
export async function getStats(services: DashboardServices, context: WorkspaceContext): Promise<Stats> {
  const cachedStats = await readCachedStats(context).catch(logCacheFailure(services, 'reading'))
  if (cachedStats) {
    if (!cachedStats.fresh) refreshInBackground(services, context)
    return cachedStats.stats
  }
  return (await renewStats(context).catch(logCacheFailure(services, 'writing'))) ?? countStats(context)
}

/** Every change of a FAQ or source emits `content.changed`, in the transaction of the change. */
const EXPIRING_EVENTS = ['content.changed', 'question.created', 'question.deleted'] as const

/** Lets events expire the cached figures. */
export function expireOnEvents(events: EventBus): void {
  for (const eventType of EXPIRING_EVENTS)
    events.within(eventType, async (transaction, { workspace_id: id }) => {
      await transaction.execute(overtakeStats(id))
    })
}
