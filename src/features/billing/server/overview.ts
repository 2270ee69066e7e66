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
const isOpenSubscription = ({ status }: SubscriptionRow) => (OPEN_STATUSES as readonly string[]).includes(status)

const toApiSubscription = (storedSubscription: SubscriptionRow): Subscription => ({
  id: storedSubscription.id,
  plan: storedSubscription.plan,
  status: storedSubscription.status,
  current_period_start: storedSubscription.currentPeriodStart?.toISOString() ?? null,
  current_period_end: storedSubscription.currentPeriodEnd?.toISOString() ?? null,
  cancel_at_period_end: storedSubscription.cancelAtPeriodEnd,
  past_due_since: storedSubscription.pastDueSince?.toISOString() ?? null,
  pending_plan: storedSubscription.pendingPlan,
  pending_at: storedSubscription.pendingAt?.toISOString() ?? null,
})

export const readBillingOverview = (services: BillingServices, userId: string): Promise<Overview> =>
  systemTransaction(services.db, async (transaction) => {
    const { provider } = services
    const { access, subscriptions: all } = await accessAndSubscriptionsOf(transaction, userId, {
      billingOff: !provider,
    })
    const providerPlanIds = provider?.plans
    return {
      access,
      provider: provider?.kind ?? 'off',
      plans: providerPlanIds
        ? (['starter', 'pro'] as const).map((planKey) => ({
            key: planKey,
            product_id: providerPlanIds[planKey].productId,
            price_id: providerPlanIds[planKey].priceId,
          }))
        : [],
      subscriptions: provider ? all.filter(isOpenSubscription).map(toApiSubscription) : [],
      plan_applies: await planApplies(services, transaction, userId),
      has_orders: provider !== null && all.length > 0,
    }
  })

/** @throws not_found `subscription.not_found`, also for another user's subscription and for an ended one */
export async function ownSubscription(
  transaction: Tx,
  userId: string,
  subscriptionId: string,
): Promise<SubscriptionRow & { providerId: string }> {
  const [row] = await transaction
    .select()
    .from(subscriptions)
    .where(
      and(
        eq(subscriptions.id, subscriptionId),
        eq(subscriptions.userId, userId),
        inArray(subscriptions.status, [...OPEN_STATUSES]),
      ),
    )
  if (!row?.providerId) throw notFound('subscription')
  return { ...row, providerId: row.providerId }
}

export async function readPayer(transaction: Tx, userId: string): Promise<Payer> {
  const [row] = await transaction
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId))
  if (!row) throw notFound('profile')
  return { userId, ...row }
}
