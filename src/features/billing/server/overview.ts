import { and, eq, inArray } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { systemTransaction, type Tx } from '../../../platform/db/index.ts'
import { users } from '../../accounts/server/index.ts'
import type { Overview, Subscription } from '../contract.ts'
import { accessAndSubscriptionsOf, type SubscriptionRow } from './access.ts'
import { subscriptions } from './billing.table.ts'
import type { BillingServices } from './billing-services.ts'
import { planApplies } from './plan-applies.ts'
import type { Payer } from './provider.ts'

/** Those that run, and those that a payment could still save. */
export const OPEN_STATUSES = ['active', 'trialing', 'past_due', 'paused'] as const
const isOpen = ({ status }: SubscriptionRow) => (OPEN_STATUSES as readonly string[]).includes(status)

const onWire = (row: SubscriptionRow): Subscription => ({
  id: row.id,
  plan: row.plan,
  status: row.status,
  current_period_start: row.currentPeriodStart?.toISOString() ?? null,
  current_period_end: row.currentPeriodEnd?.toISOString() ?? null,
  cancel_at_period_end: row.cancelAtPeriodEnd,
  past_due_since: row.pastDueSince?.toISOString() ?? null,
  pending_plan: row.pendingPlan,
  pending_at: row.pendingAt?.toISOString() ?? null,
})

export const readOverview = (services: BillingServices, userId: string): Promise<Overview> =>
  systemTransaction(services.db, async (transaction) => {
    const { provider } = services
    const { access, subscriptions: all } = await accessAndSubscriptionsOf(transaction, userId, {
      billingOff: !provider,
    })
    const ids = provider?.plans
    return {
      access,
      provider: provider?.kind ?? 'off',
      plans: ids
        ? (['starter', 'pro'] as const).map((key) => ({
            key,
            product_id: ids[key].productId,
            price_id: ids[key].priceId,
          }))
        : [],
      subscriptions: provider ? all.filter(isOpen).map(onWire) : [],
      plan_applies: await planApplies(services, transaction, userId),
      has_orders: provider !== null && all.length > 0,
    }
  })

/** @throws not_found `subscription.not_found`, also for another user's subscription and for an ended one */
export async function ownSubscription(
  transaction: Tx,
  userId: string,
  id: string,
): Promise<SubscriptionRow & { providerId: string }> {
  const [row] = await transaction
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.id, id),
        eq(subscriptions.userId, userId),
        inArray(subscriptions.status, [...OPEN_STATUSES]),
      ),
    )
  if (!row?.providerId) throw notFound('subscription')
  return { ...row, providerId: row.providerId }
}

export async function payerOf(transaction: Tx, userId: string): Promise<Payer> {
  const [row] = await transaction
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId))
  if (!row) throw notFound('profile')
  return { userId, ...row }
}
