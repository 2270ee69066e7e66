import { emit, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { claimDeliveries, endpointsWithWork } from './claim-deliveries.ts'
import { sendDelivery } from './send-delivery.ts'
import type { WebhookServices } from './services.ts'
import { type SendPauseMail, settleDelivery } from './settle-delivery.ts'

/** A run ends after this time, so that other workspaces get their turn. */
const RUN_MS = 30_000

interface Delivering {
  services: WebhookServices
  sendPauseMail: SendPauseMail
  signal: AbortSignal
}

/**
 * Sends what is due in a workspace, to its endpoints at the same time. May run in several processes at once; after a
 * crash an event may be sent twice, never less than once.
 */
export async function deliverWorkspace(delivering: Delivering, context: WorkspaceContext): Promise<void> {
  const until = Date.now() + RUN_MS
  const ids = await endpointsWithWork(context)
  await Promise.all(ids.map((id) => deliverToEndpoint(delivering, context, { id, until })))
}

async function deliverToEndpoint(
  { services, sendPauseMail, signal }: Delivering,
  context: WorkspaceContext,
  { id, until }: { id: string; until: number },
): Promise<void> {
  let isChanged = false
  while (Date.now() < until) {
    signal.throwIfAborted()
    const claimed = await claimDeliveries(context, id)
    if (!claimed) break
    isChanged = true
    await Promise.all(
      claimed.deliveries.map(async (delivery) => {
        const result = await sendDelivery(services, claimed.endpoint, delivery, signal)
        await settleDelivery(context, delivery, result, sendPauseMail)
      }),
    )
  }
  if (isChanged) await inTransaction(context, (transaction) => emit(transaction, { type: 'webhooks.changed', id }))
}
