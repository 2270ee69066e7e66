import { isId } from '../../../kernel/ids.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import { applySubscriptionUpdate, type SubscriptionUpdateResult } from './apply-subscription-update.ts'
import { billingWebhooks } from './billing.table.ts'
import { type BillingServices, planChanged, providerOf } from './billing-services.ts'

/** `replayed`: this very message was received before. `nothing`: it says nothing about a subscription. */
export type Received = SubscriptionUpdateResult | 'replayed' | 'nothing'

/**
 * Takes a webhook in: its signature first, then all of it in one transaction with the note that it was received. When
 * that fails the sender hears so, and sends it again.
 *
 * @throws forbidden `webhook.forged`; invalid `webhook.malformed`; conflict `billing.off`
 */
export async function receiveWebhook(services: BillingServices, body: string, headers: Headers): Promise<Received> {
  const event = await providerOf(services).readWebhook(body, headers)
  const received = await systemTransaction(services.db, async (transaction): Promise<Received> => {
    const [first] = await transaction
      .insert(billingWebhooks)
      .values({ id: event.id, type: event.type.slice(0, 100) })
      .onConflictDoNothing()
      .returning({ id: billingWebhooks.id })
    if (!first) return 'replayed'
    if (event.report) return applySubscriptionUpdate(services, transaction, event.report)
    // An order, for instance: open tabs show the orders.
    if (event.userId && isId(event.userId)) await planChanged(services, transaction, event.userId)
    return 'nothing'
  })
  services.log('info', 'A webhook was received.', { webhook: event.id, type: event.type, received })
  return received
}
