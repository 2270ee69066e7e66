import { createHmac } from 'node:crypto'
import { AppError, notFound } from '../../../../kernel/app-error.ts'
import { isId, newId } from '../../../../kernel/ids.ts'
import type { Database, Tx } from '../../../../platform/db/index.ts'
import { previewChange } from '../../domain/change-plan.ts'
import { reportOf, type SubscriptionPayload } from '../polar/payload.ts'
import { readWebhook } from '../polar/read-webhook.ts'
import type { BillingProvider, SubscriptionReport } from '../provider.ts'
import { changedAt, SANDBOX_PLANS, SandboxRecords, sandboxOrder } from './records.ts'

export interface Sandbox {
  provider: BillingProvider
  records: SandboxRecords
  /** Signs what the sandbox reports, as a provider would. */
  secret: string
}

const IS_OVER: readonly string[] = ['canceled', 'incomplete_expired', 'unpaid']

/** A payment provider for local instances: everything works except that no money is charged. */
export function createSandbox(options: { db: Database; appUrl: URL; secretKey: string }): Sandbox {
  const records = new SandboxRecords(options.db)
  const secret = createHmac('sha256', options.secretKey).update('billing sandbox').digest('base64')
  const report = (payload: SubscriptionPayload): SubscriptionReport => reportOf(SANDBOX_PLANS, payload)
  const page = (path: string) => new URL(`/billing/sandbox/${path}`, options.appUrl)

  const change = (
    id: string,
    make: (now: SubscriptionPayload, transaction: Tx, userId: string) => Promise<Partial<SubscriptionPayload>>,
  ): Promise<SubscriptionReport> =>
    records.transaction(async (transaction) => {
      const found = isId(id) ? await records.find(transaction, 'subscription', id) : null
      if (!found) throw notFound('subscription')
      if (IS_OVER.includes(found.data.status))
        throw new AppError('conflict', 'billing.over', 'This subscription is over.')
      const next = {
        ...found.data,
        ...(await make(found.data, transaction, found.userId)),
        modified_at: changedAt(found.data),
      }
      await records.update(transaction, 'subscription', id, next)
      return report(next)
    })

  const provider: BillingProvider = {
    kind: 'sandbox',
    plans: SANDBOX_PLANS,
    async createCheckout({ userId }, plan, back) {
      const id = newId()
      const data = { plan, paid: back.paid.href, abandoned: back.abandoned.href, subscription: null }
      await records.transaction((transaction) => records.insert(transaction, 'checkout', { id, userId, data }))
      return page(`checkout/${id}`)
    },
    openPortal: async () => page('portal'),
    subscriptionsOf: async (userId) =>
      (await records.transaction((transaction) => records.list(transaction, 'subscription', userId))).map(report),
    async findSubscription(id) {
      const found = isId(id)
        ? await records.transaction((transaction) => records.find(transaction, 'subscription', id))
        : null
      return found && report(found.data)
    },
    async *allSubscriptions() {
      yield* (await records.transaction((transaction) => records.list(transaction, 'subscription'))).map(report)
    },
    changePlan: (id, plan, when) =>
      change(id, async (now, transaction, userId) => {
        const product_id = SANDBOX_PLANS[plan].productId
        if (when === 'period_end')
          return { pending_update: { product_id, applies_at: now.current_period_end ?? new Date().toISOString() } }
        const { plan: from, currentPeriodStart, currentPeriodEnd } = report(now)
        const { due_now } = previewChange(
          { plan: from ?? plan, current_period_start: currentPeriodStart, current_period_end: currentPeriodEnd },
          plan,
          new Date(),
        )
        const order = sandboxOrder(plan, { total: due_now })
        if (due_now > 0) await records.insert(transaction, 'order', { id: order.id, userId, data: order })
        return { product_id, pending_update: null }
      }),
    keepPlan: (id) => change(id, async () => ({ pending_update: null })),
    cancelAtPeriodEnd: (id, cancel) =>
      change(id, async () => ({ cancel_at_period_end: cancel, ...(cancel ? { pending_update: null } : {}) })),
    async revoke(id) {
      await change(id, async () => ({ status: 'canceled' })).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error
      })
    },
    forget: (userId) => records.transaction((transaction) => records.forget(transaction, userId)),
    ordersOf: (userId) => records.transaction((transaction) => records.list(transaction, 'order', userId)),
    async invoiceOf(userId, orderId) {
      const found = isId(orderId)
        ? await records.transaction((transaction) => records.find(transaction, 'order', orderId))
        : null
      if (found?.userId !== userId) throw notFound('order')
      return page(`invoice/${orderId}`)
    },
    readWebhook: (body, headers) => readWebhook({ secret, plans: SANDBOX_PLANS }, body, headers),
  }
  return { provider, records, secret }
}
