import { and, eq, exists, inArray, isNull, lt, lte, not, or, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { FAILURES_BEFORE_REST } from '../domain/retry-schedule.ts'
import { isWaitingFor, ofEndpoint } from './endpoint-rows.ts'
import type { EndpointRow } from './endpoint-secrets.ts'
import { webhookDeliveries, webhookEndpoints } from './webhooks.table.ts'

export type DeliveryRow = typeof webhookDeliveries.$inferSelect

/** Requests to one endpoint at a time. */
export const CONCURRENT_REQUESTS = 10
/** A claim outlives any request: after that its process is gone. */
const CLAIM_SECONDS = 60

const earlierDeliveries = alias(webhookDeliveries, 'earlier')

/** A delivery waits for the former ones of the same resource. */
export const isFirstOfResource = (transaction: Parameters<Parameters<typeof inTransaction>[1]>[0]['tx']): SQL =>
  not(
    exists(
      transaction
        .select({ one: sql`1` })
        .from(earlierDeliveries)
        .where(
          and(
            eq(earlierDeliveries.workspaceId, webhookDeliveries.workspaceId),
            eq(earlierDeliveries.endpointId, webhookDeliveries.endpointId),
            eq(earlierDeliveries.resource, webhookDeliveries.resource),
            eq(earlierDeliveries.state, 'waiting'),
            lt(earlierDeliveries.position, webhookDeliveries.position),
          ),
        ),
    ),
  )

export interface ClaimedDeliveries {
  endpoint: EndpointRow
  deliveries: DeliveryRow[]
}

/**
 * Takes due deliveries of an endpoint, one per resource, so that no other process sends them. An endpoint that fails
 * again and again gets a single one. Null when there is nothing to send.
 */
export const claimDeliveries = (context: WorkspaceContext, endpointId: string): Promise<ClaimedDeliveries | null> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    // Claims of one endpoint are made one after another, and see its latest failures.
    const [endpoint] = await tx
      .select()
      .from(webhookEndpoints)
      .where(
        and(
          ofEndpoint(transaction, endpointId),
          isNull(webhookEndpoints.pausedAt),
          or(isNull(webhookEndpoints.restUntil), lte(webhookEndpoints.restUntil, sql`now()`)),
        ),
      )
      .for('no key update')
    if (!endpoint) return null
    const isWaiting = isWaitingFor(transaction, endpointId)
    const isResting = endpoint.failures >= FAILURES_BEFORE_REST
    if (isResting) {
      const isClaimed = sql`${webhookDeliveries.claimedUntil} > now()`
      if ((await tx.$count(webhookDeliveries, and(isWaiting, isClaimed))) > 0) return null
    }
    const dueDeliveries = await tx
      .select({ id: webhookDeliveries.id })
      .from(webhookDeliveries)
      .where(
        and(
          isWaiting,
          lte(webhookDeliveries.nextAttemptAt, sql`now()`),
          or(isNull(webhookDeliveries.claimedUntil), lte(webhookDeliveries.claimedUntil, sql`now()`)),
          isFirstOfResource(tx),
        ),
      )
      .orderBy(webhookDeliveries.position)
      .limit(isResting ? 1 : CONCURRENT_REQUESTS)
    if (dueDeliveries.length === 0) return null
    const deliveries = await tx
      .update(webhookDeliveries)
      .set({ claimedUntil: sql`now() + make_interval(secs => ${CLAIM_SECONDS}::int)` })
      .where(
        and(
          eq(webhookDeliveries.workspaceId, workspaceId),
          inArray(
            webhookDeliveries.id,
            dueDeliveries.map(({ id }) => id),
          ),
        ),
      )
      .returning()
    return { endpoint, deliveries }
  })

/** Returns the ids of the endpoints for which something waits. */
export const endpointsWithWork = (context: WorkspaceContext): Promise<string[]> =>
  inTransaction(context, async ({ tx, workspaceId }) => {
    const waitingDeliveries = tx
      .select({ one: sql`1` })
      .from(webhookDeliveries)
      .where(
        and(
          eq(webhookDeliveries.workspaceId, workspaceId),
          eq(webhookDeliveries.endpointId, webhookEndpoints.id),
          eq(webhookDeliveries.state, 'waiting'),
        ),
      )
    const endpointsWithWaiting = await tx
      .select({ id: webhookEndpoints.id })
      .from(webhookEndpoints)
      .where(
        and(
          eq(webhookEndpoints.workspaceId, workspaceId),
          isNull(webhookEndpoints.pausedAt),
          exists(waitingDeliveries),
        ),
      )
    return endpointsWithWaiting.map(({ id }) => id)
  })

/** Returns the seconds until the next delivery of the workspace is due; null when none waits. */
export const secondsUntilDue = (context: WorkspaceContext): Promise<number | null> =>
  inTransaction(context, async ({ tx, workspaceId }) => {
    const dueAt = sql`greatest(${webhookDeliveries.nextAttemptAt}, ${webhookDeliveries.claimedUntil}, ${webhookEndpoints.restUntil})`
    const [row] = await tx
      .select({ seconds: sql<string | null>`ceil(extract(epoch from min(${dueAt}) - now()))` })
      .from(webhookDeliveries)
      .innerJoin(
        webhookEndpoints,
        and(
          eq(webhookEndpoints.workspaceId, webhookDeliveries.workspaceId),
          eq(webhookEndpoints.id, webhookDeliveries.endpointId),
        ),
      )
      .where(
        and(
          eq(webhookDeliveries.workspaceId, workspaceId),
          eq(webhookDeliveries.state, 'waiting'),
          isNull(webhookEndpoints.pausedAt),
          isFirstOfResource(tx),
        ),
      )
    return row?.seconds == null ? null : Math.max(0, Number(row.seconds))
  })
