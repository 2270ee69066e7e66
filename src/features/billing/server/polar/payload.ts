// Parsed fields of the provider's subscriptions and webhooks. The sandbox uses the same format.
import { z } from 'zod'
import type { PlanKey } from '../../contract.ts'
import type { PlanProductIds, SubscriptionReport } from '../provider.ts'

const isoInstant = z.iso.datetime({ offset: true, local: true }).transform((isoText) => new Date(isoText))
const SUBSCRIPTION_STATUSES = [
  'active',
  'canceled',
  'incomplete',
  'incomplete_expired',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const

export const subscriptionPayload = z.object({
  id: z.string().min(1),
  created_at: isoInstant,
  modified_at: isoInstant.nullable(),
  // A state that did not exist when this was written gives nothing until it is understood.
  status: z.enum(SUBSCRIPTION_STATUSES).catch('unpaid'),
  current_period_start: isoInstant.nullable(),
  current_period_end: isoInstant.nullable(),
  cancel_at_period_end: z.boolean(),
  past_due_at: isoInstant.nullish(),
  product_id: z.string(),
  customer: z.object({ external_id: z.string().nullish() }),
  pending_update: z.object({ applies_at: isoInstant, product_id: z.string().nullable() }).nullish(),
})
export type SubscriptionPayload = z.input<typeof subscriptionPayload>

/** User of any other payload. */
export const customerPayload = z.object({ customer: z.object({ external_id: z.string().nullish() }) })

const planOfProduct = (planIds: PlanProductIds, productId: string): PlanKey | null =>
  productId === planIds.pro.productId ? 'pro' : productId === planIds.starter.productId ? 'starter' : null

/** @throws ZodError when it is no subscription */
export function reportOf(planIds: PlanProductIds, rawSubscription: unknown): SubscriptionReport {
  const subscription = subscriptionPayload.parse(rawSubscription)
  const pendingProductId = subscription.pending_update?.product_id
  return {
    id: subscription.id,
    userId: subscription.customer.external_id ?? null,
    plan: planOfProduct(planIds, subscription.product_id),
    status: subscription.status,
    currentPeriodStart: subscription.current_period_start,
    currentPeriodEnd: subscription.current_period_end,
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    pastDueSince: subscription.past_due_at ?? null,
    pendingPlan: pendingProductId ? planOfProduct(planIds, pendingProductId) : null,
    pendingAt: (pendingProductId && subscription.pending_update?.applies_at) || null,
    // As it was made, before everything that was changed in the same moment.
    changedAt: subscription.modified_at ?? new Date(subscription.created_at.getTime() - 1),
  }
}
