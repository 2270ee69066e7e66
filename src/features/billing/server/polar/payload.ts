// Parsed fields of the provider's subscriptions and webhooks. The sandbox uses the same format.
import { z } from 'zod'
import type { PlanKey } from '../../contract.ts'
import type { PlanIds, SubscriptionReport } from '../provider.ts'

const instant = z.iso.datetime({ offset: true, local: true }).transform((text) => new Date(text))
const STATUSES = [
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
  created_at: instant,
  modified_at: instant.nullable(),
  // A state that did not exist when this was written gives nothing until it is understood.
  status: z.enum(STATUSES).catch('unpaid'),
  current_period_start: instant.nullable(),
  current_period_end: instant.nullable(),
  cancel_at_period_end: z.boolean(),
  past_due_at: instant.nullish(),
  product_id: z.string(),
  customer: z.object({ external_id: z.string().nullish() }),
  pending_update: z.object({ applies_at: instant, product_id: z.string().nullable() }).nullish(),
})
export type SubscriptionPayload = z.input<typeof subscriptionPayload>

/** User of any other payload. */
export const customerPayload = z.object({ customer: z.object({ external_id: z.string().nullish() }) })

const planOfProduct = (plans: PlanIds, productId: string): PlanKey | null =>
  productId === plans.pro.productId ? 'pro' : productId === plans.starter.productId ? 'starter' : null

/** @throws ZodError when it is no subscription */
export function reportOf(plans: PlanIds, raw: unknown): SubscriptionReport {
  const one = subscriptionPayload.parse(raw)
  const pending = one.pending_update?.product_id
  return {
    id: one.id,
    userId: one.customer.external_id ?? null,
    plan: planOfProduct(plans, one.product_id),
    status: one.status,
    currentPeriodStart: one.current_period_start,
    currentPeriodEnd: one.current_period_end,
    cancelAtPeriodEnd: one.cancel_at_period_end,
    pastDueSince: one.past_due_at ?? null,
    pendingPlan: pending ? planOfProduct(plans, pending) : null,
    pendingAt: (pending && one.pending_update?.applies_at) || null,
    // As it was made, before everything that was changed in the same moment.
    changedAt: one.modified_at ?? new Date(one.created_at.getTime() - 1),
  }
}
