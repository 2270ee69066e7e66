import { createHmac } from 'node:crypto'
import { AppError, notFound } from '../../../../kernel/app-error.ts'
import { isId, newId } from '../../../../kernel/ids.ts'
import type { Database, Tx } from '../../../../platform/db/index.ts'
import { previewChange } from '../../domain/change-plan.ts'
import { reportOf, type SubscriptionPayload } from '../polar/payload.ts'
import { readWebhook } from '../polar/read-webhook.ts'
import type { BillingProvider, SubscriptionReport } from '../provider.ts'
import { nextChangedAt, SANDBOX_PLANS, SandboxRecords, sandboxOrder } from './records.ts'

export interface Sandbox {
  provider: BillingProvider
  records: SandboxRecords
  /** Signs what the sandbox reports, as a provider would. */
  secret: string
}

const OVER_STATUSES: readonly string[] = ['canceled', 'incomplete_expired', 'unpaid']

/** A payment provider for local instances: everything works except that no money is charged. */
export function createSandbox(sandboxOptions: { db: Database; appUrl: URL; secretKey: string }): Sandbox {
  const sandboxRecords = new SandboxRecords(sandboxOptions.db)
  const webhookSecret = createHmac('sha256', sandboxOptions.secretKey).update('billing sandbox').digest('base64')
  const toReport = (subscription: SubscriptionPayload): SubscriptionReport => reportOf(SANDBOX_PLANS, subscription)
  const pageUrl = (pagePath: string) => new URL(`/billing/sandbox/${pagePath}`, sandboxOptions.appUrl)

  const changeSubscription = (
    subscriptionId: string,
    makeChanges: (now: SubscriptionPayload, transaction: Tx, userId: string) => Promise<Partial<SubscriptionPayload>>,
  ): Promise<SubscriptionReport> =>
    sandboxRecords.transaction(async (transaction) => {
      const storedSubscription = isId(subscriptionId)
        ? await sandboxRecords.find(transaction, 'subscription', subscriptionId)
        : null
      if (!storedSubscription) throw notFound('subscription')
      if (OVER_STATUSES.includes(storedSubscription.data.status))
        throw new AppError('conflict', 'billing.over', 'This subscription is over.')
      const changedSubscription = {
        ...storedSubscription.data,
        ...(await makeChanges(storedSubscription.data, transaction, storedSubscription.userId)),
        modified_at: nextChangedAt(storedSubscription.data),
      }
      await sandboxRecords.update(transaction, 'subscription', subscriptionId, changedSubscription)
      return toReport(changedSubscription)
    })

  const provider: BillingProvider = {
    kind: 'sandbox',
    plans: SANDBOX_PLANS,
    async createCheckout({ userId }, chosenPlan, returnUrls) {
      const checkoutId = newId()
      const checkoutData = {
        plan: chosenPlan,
        paid: returnUrls.paid.href,
        abandoned: returnUrls.abandoned.href,
        subscription: null,
      }
      await sandboxRecords.transaction((transaction) =>
        sandboxRecords.insert(transaction, 'checkout', { id: checkoutId, userId, data: checkoutData }),
      )
      return pageUrl(`checkout/${checkoutId}`)
    },
    openPortal: async () => pageUrl('portal'),
    subscriptionsOf: async (userId) =>
      (await sandboxRecords.transaction((transaction) => sandboxRecords.list(transaction, 'subscription', userId))).map(
        toReport,
      ),
    async findSubscription(subscriptionId) {
      const storedSubscription = isId(subscriptionId)
        ? await sandboxRecords.transaction((transaction) =>
            sandboxRecords.find(transaction, 'subscription', subscriptionId),
          )
        : null
      return storedSubscription && toReport(storedSubscription.data)
    },
    async *allSubscriptions() {
      yield* (await sandboxRecords.transaction((transaction) => sandboxRecords.list(transaction, 'subscription'))).map(
        toReport,
      )
    },
    changePlan: (subscriptionId, targetPlan, effectiveTime) =>
      changeSubscription(subscriptionId, async (subscription, transaction, userId) => {
        const product_id = SANDBOX_PLANS[targetPlan].productId
        if (effectiveTime === 'period_end')
          return {
            pending_update: { product_id, applies_at: subscription.current_period_end ?? new Date().toISOString() },
          }
        const { plan: from, currentPeriodStart, currentPeriodEnd } = toReport(subscription)
        const { due_now } = previewChange(
          { plan: from ?? targetPlan, current_period_start: currentPeriodStart, current_period_end: currentPeriodEnd },
          targetPlan,
          new Date(),
        )
        const changeOrder = sandboxOrder(targetPlan, { total: due_now })
        if (due_now > 0)
          await sandboxRecords.insert(transaction, 'order', { id: changeOrder.id, userId, data: changeOrder })
        return { product_id, pending_update: null }
      }),
    keepPlan: (subscriptionId) => changeSubscription(subscriptionId, async () => ({ pending_update: null })),
    cancelAtPeriodEnd: (subscriptionId, shouldCancel) =>
      changeSubscription(subscriptionId, async () => ({
        cancel_at_period_end: shouldCancel,
        ...(shouldCancel ? { pending_update: null } : {}),
      })),
    async revoke(subscriptionId) {
      await changeSubscription(subscriptionId, async () => ({ status: 'canceled' })).catch((changeError: unknown) => {
        if (!(changeError instanceof AppError)) throw changeError
      })
    },
    forget: (userId) => sandboxRecords.transaction((transaction) => sandboxRecords.forget(transaction, userId)),
    ordersOf: (userId) =>
      sandboxRecords.transaction((transaction) => sandboxRecords.list(transaction, 'order', userId)),
    async invoiceOf(userId, orderId) {
      const storedOrder = isId(orderId)
        ? await sandboxRecords.transaction((transaction) => sandboxRecords.find(transaction, 'order', orderId))
        : null
      if (storedOrder?.userId !== userId) throw notFound('order')
      return pageUrl(`invoice/${orderId}`)
    },
    readWebhook: (webhookBody, headers) =>
      readWebhook({ secret: webhookSecret, plans: SANDBOX_PLANS }, webhookBody, headers),
  }
  return { provider, records: sandboxRecords, secret: webhookSecret }
}
