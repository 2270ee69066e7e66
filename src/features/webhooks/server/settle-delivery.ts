import { and, eq, gt, isNotNull, or, sql } from 'drizzle-orm'
import {
  emit,
  inTransaction,
  ownersOf,
  recordAudit,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import { FAILURES_BEFORE_REST, PAUSED_AFTER_DAYS, REST_SECONDS, retryDelay } from '../domain/retry-schedule.ts'
import type { DeliveryRow } from './claim-deliveries.ts'
import { isWaitingFor, ofEndpoint } from './endpoint-rows.ts'
import type { AttemptResult } from './send-delivery.ts'
import { webhookDeliveries, webhookEndpoints } from './webhooks.table.ts'

/** Queues the mail about a paused endpoint, in the transaction that pauses it. */
export type SendPauseMail = (
  transaction: WorkspaceTransaction,
  mail: { userId: string; endpointId: string; cause: 'failures' | 'gone' },
) => Promise<void>

const afterSeconds = (seconds: number) => sql`now() + make_interval(secs => ${seconds}::double precision)`

/** Stores the result of an attempt, and what it means for the endpoint. */
export const settleDelivery = (
  context: WorkspaceContext,
  delivery: DeliveryRow,
  attemptResult: AttemptResult,
  sendPauseMail: SendPauseMail,
): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const attemptCount = delivery.attempts + 1
    const retryDelaySeconds = attemptResult.isDelivered
      ? null
      : retryDelay({ attempts: attemptCount, retryAfter: attemptResult.retryAfter, random: Math.random() })
    const finalState = attemptResult.isDelivered ? ('delivered' as const) : ('failed' as const)
    const { rowCount } = await transaction.tx
      .update(webhookDeliveries)
      .set({
        attempts: attemptCount,
        log: [...delivery.log, attemptResult.attempt],
        claimedUntil: null,
        ...(retryDelaySeconds === null ? { state: finalState } : { nextAttemptAt: afterSeconds(retryDelaySeconds) }),
      })
      .where(
        and(
          eq(webhookDeliveries.workspaceId, transaction.workspaceId),
          eq(webhookDeliveries.id, delivery.id),
          eq(webhookDeliveries.state, 'waiting'),
        ),
      )
    // It was deleted while it was sent, or another process has sent it as well.
    if (rowCount === 0) return
    if (attemptResult.isDelivered) await recordSuccess(transaction, delivery)
    else await recordFailure(transaction, delivery, attemptResult, sendPauseMail)
  })

/** An endpoint that accepts again gets at once what waits for it. */
async function recordSuccess(transaction: WorkspaceTransaction, { endpointId }: DeliveryRow): Promise<void> {
  const { rowCount } = await transaction.tx
    .update(webhookEndpoints)
    .set({ failures: 0, failingSince: null, restUntil: null })
    .where(
      and(
        ofEndpoint(transaction, endpointId),
        or(gt(webhookEndpoints.failures, 0), isNotNull(webhookEndpoints.failingSince)),
      ),
    )
  if (rowCount === 0) return
  await transaction.tx
    .update(webhookDeliveries)
    .set({ nextAttemptAt: sql`now()` })
    .where(and(isWaitingFor(transaction, endpointId), gt(webhookDeliveries.nextAttemptAt, sql`now()`)))
  await emit(transaction, { type: 'webhooks.changed', id: endpointId })
}

async function recordFailure(
  transaction: WorkspaceTransaction,
  { endpointId }: DeliveryRow,
  { isGone, retryAfter }: AttemptResult,
  sendPauseMail: SendPauseMail,
): Promise<void> {
  const isSustained = sql`${webhookEndpoints.failures} + 1 >= ${FAILURES_BEFORE_REST}`
  const restUntilSql = sql`case when ${isSustained} then ${afterSeconds(REST_SECONDS)} end`
  const [endpoint] = await transaction.tx
    .update(webhookEndpoints)
    .set({
      failures: sql`${webhookEndpoints.failures} + 1`,
      failingSince: sql`coalesce(${webhookEndpoints.failingSince}, now())`,
      restUntil:
        retryAfter === null
          ? restUntilSql
          : sql`greatest(${restUntilSql}, ${afterSeconds(Math.min(retryAfter, 3600))})`,
    })
    .where(ofEndpoint(transaction, endpointId))
    .returning({
      url: webhookEndpoints.url,
      pausedAt: webhookEndpoints.pausedAt,
      isFailingForLong: sql<boolean>`${webhookEndpoints.failingSince} < now() - make_interval(days => ${PAUSED_AFTER_DAYS}::int)`,
    })
  if (!endpoint) return
  if (endpoint.pausedAt === null && (isGone || endpoint.isFailingForLong)) {
    const cause = isGone ? ('gone' as const) : ('failures' as const)
    await transaction.tx
      .update(webhookEndpoints)
      .set({ pausedAt: sql`now()`, pausedBy: cause })
      .where(ofEndpoint(transaction, endpointId))
    const auditReason = isGone ? 'it answered that it is gone' : `it failed for ${PAUSED_AFTER_DAYS} days`
    await recordAudit(transaction, {
      action: 'webhook.paused',
      subject: endpoint.url,
      details: { reason: auditReason },
    })
    for (const userId of await ownersOf(transaction.tx, transaction.workspaceId))
      await sendPauseMail(transaction, { userId, endpointId, cause })
  }
  await emit(transaction, { type: 'webhooks.changed', id: endpointId })
}
