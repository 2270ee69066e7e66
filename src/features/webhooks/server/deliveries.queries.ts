import { and, desc, eq, lt } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import {
  inReadTransaction,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import { type Delivery, type DeliveryDetails, type DeliveryState, TEST_EVENT } from '../contract.ts'
import type { DeliveryRow } from './claim-deliveries.ts'
import { endpointById, endpointChanged } from './endpoint-rows.ts'
import { payloadOf, type WebhookQueue } from './record-events.ts'
import { webhookDeliveries } from './webhooks.table.ts'

const toApiDelivery = (deliveryRow: DeliveryRow): Delivery => ({
  id: deliveryRow.id,
  event_id: deliveryRow.eventId,
  type: deliveryRow.type,
  state: deliveryRow.state,
  attempts: deliveryRow.attempts,
  next_attempt_at: deliveryRow.state === 'waiting' ? deliveryRow.nextAttemptAt.toISOString() : null,
  last_attempt: deliveryRow.log.at(-1) ?? null,
  created_at: deliveryRow.createdAt.toISOString(),
})

const ofEndpoint = ({ workspaceId }: WorkspaceTransaction, endpointId: string) =>
  and(eq(webhookDeliveries.workspaceId, workspaceId), eq(webhookDeliveries.endpointId, endpointId))

interface ListOptions {
  id: string
  state?: DeliveryState | undefined
  limit: number
  cursor?: string | undefined
}

/** Newest first; the cursor is the position of the last one. @throws not_found */
export const listDeliveries = (context: WorkspaceContext, { id, state, limit, cursor }: ListOptions) =>
  inReadTransaction(context, async (transaction) => {
    await endpointById(transaction, id)
    const positionLimit = Number(cursor)
    const deliveryRows = await transaction.tx
      .select()
      .from(webhookDeliveries)
      .where(
        and(
          ofEndpoint(transaction, id),
          state ? eq(webhookDeliveries.state, state) : undefined,
          Number.isSafeInteger(positionLimit) && cursor ? lt(webhookDeliveries.position, positionLimit) : undefined,
        ),
      )
      .orderBy(desc(webhookDeliveries.position))
      .limit(limit + 1)
    const pageRows = deliveryRows.slice(0, limit)
    return {
      items: pageRows.map(toApiDelivery),
      next_cursor: deliveryRows.length > limit ? String(pageRows.at(-1)?.position ?? '') : null,
    }
  })

async function deliveryById(
  transaction: WorkspaceTransaction,
  { id, delivery_id }: { id: string; delivery_id: string },
): Promise<DeliveryRow> {
  const [row] = await transaction.tx
    .select()
    .from(webhookDeliveries)
    .where(and(ofEndpoint(transaction, id), eq(webhookDeliveries.id, delivery_id)))
  if (!row) throw notFound('webhook_delivery')
  return row
}

/** @throws not_found */
export const getDelivery = (
  context: WorkspaceContext,
  deliveryAddress: { id: string; delivery_id: string },
): Promise<DeliveryDetails> =>
  inReadTransaction(context, async (transaction) => {
    const storedDelivery = await deliveryById(transaction, deliveryAddress)
    return { ...toApiDelivery(storedDelivery), payload: storedDelivery.payload, log: storedDelivery.log }
  })

async function enqueueDelivery(
  queue: WebhookQueue,
  transaction: WorkspaceTransaction,
  delivery: Pick<typeof webhookDeliveries.$inferInsert, 'endpointId' | 'eventId' | 'type' | 'resource' | 'payload'> &
    Partial<typeof webhookDeliveries.$inferInsert>,
): Promise<Delivery> {
  const { workspaceId } = transaction
  const [row] = await transaction.tx
    .insert(webhookDeliveries)
    .values({ ...delivery, workspaceId, id: newId() })
    .returning()
  if (!row) throw new Error('insert returned no row')
  await queue.wake(transaction.tx, workspaceId)
  await endpointChanged(transaction, delivery.endpointId)
  return toApiDelivery(row)
}

/** Sends the same event once more, with its id, behind what waits. @throws not_found */
export const sendAgain = (
  queue: WebhookQueue,
  context: WorkspaceContext,
  deliveryAddress: { id: string; delivery_id: string },
): Promise<Delivery> =>
  inTransaction(context, async (transaction) => {
    const { endpointId, eventId, type, resource, payload, questionId } = await deliveryById(
      transaction,
      deliveryAddress,
    )
    return enqueueDelivery(queue, transaction, { endpointId, eventId, type, resource, payload, questionId })
  })

/** Sends an event that means nothing. @throws not_found */
export const testEndpoint = (queue: WebhookQueue, context: WorkspaceContext, endpointId: string): Promise<Delivery> =>
  inTransaction(context, async (transaction) => {
    await endpointById(transaction, endpointId)
    const eventId = newId()
    const payload = payloadOf(TEST_EVENT, { message: 'This is a test event from Answerloom.' })
    return enqueueDelivery(queue, transaction, {
      endpointId: endpointId,
      eventId,
      type: TEST_EVENT,
      resource: `test:${eventId}`,
      payload,
    })
  })
