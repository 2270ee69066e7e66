import { and, arrayOverlaps, eq } from 'drizzle-orm'
import { batchesOf } from '../../../kernel/batches.ts'
import { newId } from '../../../kernel/ids.ts'
import type { Tx } from '../../../platform/db/index.ts'
import type { WebhookEvent } from '../contract.ts'
import { webhookDeliveries, webhookEndpoints } from './webhooks.table.ts'

/** Starts the delivery of what waits in a workspace, once the transaction has committed. */
export interface WebhookQueue {
  wake(transaction: Tx | null, workspaceId: string): Promise<void>
  /** Notifies the dashboards of new deliveries. */
  announce(transaction: Tx, workspaceId: string, endpointId: string): Promise<void>
}

/** Something that happened to one resource. */
export interface NewEvent {
  type: WebhookEvent
  resource: string
  /** The visitor's question whose text is part of the data. */
  questionId?: string | null
  data: object
}

/** The exact body of a request. */
export const payloadOf = (eventType: string, eventData: object, occurredAt = new Date()): string =>
  JSON.stringify({ type: eventType, timestamp: occurredAt.toISOString(), data: eventData })

/** Limits of one statement: rows, and characters of their payloads. */
const MAX_BATCH_ROWS = 500
const MAX_BATCH_CHARACTERS = 4_000_000

/**
 * Writes events to the outbox of every endpoint that wants them, in the transaction of the change. `load` runs only when
 * there is such an endpoint.
 */
export async function recordEvents(
  queue: WebhookQueue,
  transaction: Tx,
  workspaceId: string,
  eventSource: { types: readonly WebhookEvent[]; load: () => Promise<NewEvent[]> },
): Promise<void> {
  const endpoints = await transaction
    .select({ id: webhookEndpoints.id, events: webhookEndpoints.events, pausedAt: webhookEndpoints.pausedAt })
    .from(webhookEndpoints)
    .where(
      and(
        eq(webhookEndpoints.workspaceId, workspaceId),
        arrayOverlaps(webhookEndpoints.events, [...eventSource.types]),
      ),
    )
  if (endpoints.length === 0) return
  const newEvents = await eventSource.load()
  const deliveryRows = newEvents.flatMap(({ type, resource, questionId = null, data }) => {
    const eventId = newId()
    const payload = payloadOf(type, data)
    return endpoints
      .filter(({ events: wanted }) => wanted.includes(type))
      .map(({ id: endpointId }) => ({
        workspaceId,
        id: newId(),
        endpointId,
        eventId,
        type,
        resource,
        payload,
        questionId,
      }))
  })
  const batchLimits = {
    maxItems: MAX_BATCH_ROWS,
    maxWeight: MAX_BATCH_CHARACTERS,
    weightOf: ({ payload }: (typeof deliveryRows)[number]) => payload.length,
  }
  for (const deliveryBatch of batchesOf(deliveryRows, batchLimits))
    await transaction.insert(webhookDeliveries).values(deliveryBatch)
  for (const id of new Set(deliveryRows.map(({ endpointId }) => endpointId)))
    await queue.announce(transaction, workspaceId, id)
  if (deliveryRows.length > 0 && endpoints.some(({ pausedAt }) => pausedAt === null))
    await queue.wake(transaction, workspaceId)
}
