import { isId } from '../../../kernel/ids.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import { applySubscriptionUpdate, type SubscriptionUpdateResult } from './apply-subscription-update.ts'
import { billingWebhooks } from './billing.table.ts'
import { type BillingServices, planChanged, providerOf } from './billing-services.ts'

/** `replayed`: this very message was received before. `nothing`: it says nothing about a subscription. */
export type WebhookResult = SubscriptionUpdateResult | 'replayed' | 'nothing'

/**
 * Takes a webhook in: its signature first, then all of it in one transaction with the note that it was received. When
 * that fails the sender hears so, and sends it again.
 *
 * @throws forbidden `webhook.forged`; invalid `webhook.malformed`; conflict `billing.off`
 */
export async function receiveWebhook(
  services: BillingServices,
  webhookBody: string,
  headers: Headers,
): Promise<WebhookResult> {
  const webhookEvent = await providerOf(services).readWebhook(webhookBody, headers)
  const webhookResult = await systemTransaction(services.db, async (transaction): Promise<WebhookResult> => {
    const [first] = await transaction
      .insert(billingWebhooks)
      .values({ id: webhookEvent.id, type: webhookEvent.type.slice(0, 100) })
      .onConflictDoNothing()
      .returning({ id: billingWebhooks.id })
    if (!first) return 'replayed'
    if (webhookEvent.report) return applySubscriptionUpdate(services, transaction, webhookEvent.report)
    // An order, for instance: open tabs show the orders.
    if (webhookEvent.userId && isId(webhookEvent.userId)) await planChanged(services, transaction, webhookEvent.userId)
    return 'nothing'
  })
  services.log('info', 'A webhook was received.', {
    webhook: webhookEvent.id,
    type: webhookEvent.type,
    received: webhookResult,
  })
  return webhookResult
}
