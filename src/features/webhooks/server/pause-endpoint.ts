import { sql } from 'drizzle-orm'
import { inTransaction, recordAudit, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { Webhook } from '../contract.ts'
import { endpointById, endpointChanged, isWaitingFor, lockEndpoint, ofEndpoint } from './endpoint-rows.ts'
import type { WebhookQueue } from './record-events.ts'
import { webhookDeliveries, webhookEndpoints } from './webhooks.table.ts'

/** Events are kept until it is resumed. @throws not_found */
export const pauseEndpoint = (context: WorkspaceContext, endpointId: string): Promise<Webhook> =>
  inTransaction(context, async (transaction) => {
    const { url, pausedAt } = await lockEndpoint(transaction, endpointId)
    if (pausedAt) return endpointById(transaction, endpointId)
    await transaction.tx
      .update(webhookEndpoints)
      .set({ pausedAt: sql`now()`, pausedBy: 'person' })
      .where(ofEndpoint(transaction, endpointId))
    await recordAudit(transaction, { action: 'webhook.paused', subject: url })
    return endpointChanged(transaction, endpointId)
  })

/** Everything that waits is due at once, also on an endpoint that was only failing. @throws not_found */
export const resumeEndpoint = (queue: WebhookQueue, context: WorkspaceContext, endpointId: string): Promise<Webhook> =>
  inTransaction(context, async (transaction) => {
    const { url, pausedAt } = await lockEndpoint(transaction, endpointId)
    await transaction.tx
      .update(webhookEndpoints)
      .set({ pausedAt: null, pausedBy: null, failures: 0, failingSince: null, restUntil: null })
      .where(ofEndpoint(transaction, endpointId))
    await transaction.tx
      .update(webhookDeliveries)
      .set({ nextAttemptAt: sql`now()` })
      .where(isWaitingFor(transaction, endpointId))
    if (pausedAt) await recordAudit(transaction, { action: 'webhook.resumed', subject: url })
    await queue.wake(transaction.tx, transaction.workspaceId)
    return endpointChanged(transaction, endpointId)
  })
