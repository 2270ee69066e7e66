import { and, eq, inArray, isNotNull, lt } from 'drizzle-orm'
import { systemTransaction } from '../../../platform/db/index.ts'
import { applySubscriptionUpdate } from './apply-subscription-update.ts'
import { billingWebhooks, subscriptions } from './billing.table.ts'
import { type BillingServices, planChanged } from './billing-services.ts'
import type { SubscriptionReport } from './provider.ts'

/** Longer than any sender retries. */
const WEBHOOKS_KEPT_MS = 30 * 86_400_000

const recordReport = (services: BillingServices, providerReport: SubscriptionReport) =>
  systemTransaction(services.db, (transaction) => applySubscriptionUpdate(services, transaction, providerReport))

/** Asks the provider how this person's subscriptions stand, and writes it down: for when a webhook is late or lost. */
export async function refreshSubscriptions(services: BillingServices, userId: string): Promise<void> {
  const { provider } = services
  if (!provider) return
  for (const providerReport of await provider.subscriptionsOf(userId)) await recordReport(services, providerReport)
}

/** A subscription unknown to the provider cannot be charged and gives nothing. */
const endSubscription = (services: BillingServices, providerId: string): Promise<void> =>
  systemTransaction(services.db, async (transaction) => {
    const [row] = await transaction
      .update(subscriptions)
      .set({ status: 'canceled', updatedAt: new Date() })
      .where(eq(subscriptions.providerId, providerId))
      .returning({ userId: subscriptions.userId })
    if (row) await planChanged(services, transaction, row.userId)
  })

/**
 * Compares everything with the provider. One that cannot be read stops nothing but itself.
 * @returns how many were changed by it
 */
export async function reconcile(services: BillingServices, signal: AbortSignal): Promise<number> {
  const { provider, db, log } = services
  if (!provider) return 0
  const startedAt = new Date()
  const seenProviderIds = new Set<string>()
  let changedCount = 0
  for await (const providerReport of provider.allSubscriptions()) {
    signal.throwIfAborted()
    seenProviderIds.add(providerReport.id)
    if ((await recordReport(services, providerReport)) === 'recorded') changedCount += 1
  }
  const openSubscriptions = await systemTransaction(db, (transaction) =>
    transaction
      .select({ id: subscriptions.providerId })
      .from(subscriptions)
      .where(
        and(
          isNotNull(subscriptions.providerId),
          inArray(subscriptions.status, ['active', 'trialing', 'past_due', 'paused']),
          lt(subscriptions.updatedAt, startedAt),
        ),
      ),
  )
  // Another provider account, or an emptied one: paying users must not lose access because of it.
  const isProviderEmpty = seenProviderIds.size === 0 && openSubscriptions.length > 0
  if (isProviderEmpty)
    log('error', 'The payment provider lists no subscription at all, so none was ended. Is it the right account?', {
      open: openSubscriptions.length,
    })
  for (const { id } of isProviderEmpty ? [] : openSubscriptions) {
    if (!id || seenProviderIds.has(id)) continue
    signal.throwIfAborted()
    const providerReport = await provider.findSubscription(id)
    if (providerReport) changedCount += Number((await recordReport(services, providerReport)) === 'recorded')
    else {
      await endSubscription(services, id)
      changedCount += 1
    }
  }
  await systemTransaction(db, (transaction) =>
    transaction.delete(billingWebhooks).where(lt(billingWebhooks.receivedAt, new Date(Date.now() - WEBHOOKS_KEPT_MS))),
  )
  if (changedCount > 0) log('warn', 'Subscriptions had changed without a webhook.', { subscriptions: changedCount })
  return changedCount
}
