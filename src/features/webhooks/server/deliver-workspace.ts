import { emit, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { claimDeliveries, endpointsWithWork } from './claim-deliveries.ts'
import { sendDelivery } from './send-delivery.ts'
import type { WebhookServices } from './services.ts'
import { type SendPauseMail, settleDelivery } from './settle-delivery.ts'

/** A run ends after this time, so that other workspaces get their turn. */
const MAX_RUN_MS = 30_000

interface DeliveryServices {
  services: WebhookServices
  sendPauseMail: SendPauseMail
  signal: AbortSignal
}

/**
 * Sends what is due in a workspace, to its endpoints at the same time. May run in several processes at once; after a
 * crash an event may be sent twice, never less than once.
 */
export async function deliverWorkspace(delivering: DeliveryServices, context: WorkspaceContext): Promise<void> {
  const runDeadline = Date.now() + MAX_RUN_MS
  const endpointIds = await endpointsWithWork(context)
  await Promise.all(
    endpointIds.map((endpointId) => deliverToEndpoint(delivering, context, { id: endpointId, until: runDeadline })),
  )
}

async function deliverToEndpoint(
  { services, sendPauseMail, signal }: DeliveryServices,
  context: WorkspaceContext,
  { id, until }: { id: string; until: number },
): Promise<void> {
  let isChanged = false
  while (Date.now() < until) {
    signal.throwIfAborted()
    const claimedDeliveries = await claimDeliveries(context, id)
    if (!claimedDeliveries) break
    isChanged = true
    await Promise.all(
      claimedDeliveries.deliveries.map(async (delivery) => {
        const attemptResult = await sendDelivery(services, claimedDeliveries.endpoint, delivery, signal)
        await settleDelivery(context, delivery, attemptResult, sendPauseMail)
      }),
    )
  }
  if (isChanged) await inTransaction(context, (transaction) => emit(transaction, { type: 'webhooks.changed', id }))
}
