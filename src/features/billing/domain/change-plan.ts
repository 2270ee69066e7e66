import { type ChangePreview, productPlanOf } from '../contract.ts'
import type { BillingSubscription, PaidPlan } from './access.ts'

const CENTS_PER_DOLLAR = 100

export const monthlyPriceInCents = (targetPlan: PaidPlan): number =>
  Math.round(productPlanOf(targetPlan).price * CENTS_PER_DOLLAR)

/**
 * Returns the price of changing to `targetPlan`. A larger plan starts at once, and the difference for the rest of the
 * period is charged to the second, as the provider does. A smaller one starts when the paid period ends. Before taxes,
 * which only the provider knows.
 */
export function previewChange(
  subscription: Pick<BillingSubscription, 'plan' | 'current_period_end'> & { current_period_start: Date | null },
  targetPlan: PaidPlan,
  now: Date,
): ChangePreview {
  const { current_period_start: start, current_period_end: end } = subscription
  const monthlyCents = monthlyPriceInCents(targetPlan)
  const priceDifference = monthlyCents - monthlyPriceInCents(subscription.plan)
  if (priceDifference < 0 && end && end > now)
    return {
      plan: targetPlan,
      takes_effect: 'period_end',
      at: end.toISOString(),
      due_now: 0,
      then_monthly: monthlyCents,
      currency: 'usd',
    }
  const periodMs = start && end ? end.getTime() - start.getTime() : 0
  const remainingShare = periodMs > 0 && end ? Math.min(1, Math.max(0, (end.getTime() - now.getTime()) / periodMs)) : 0
  return {
    plan: targetPlan,
    takes_effect: 'now',
    at: now.toISOString(),
    due_now: Math.max(0, Math.round(priceDifference * remainingShare)),
    then_monthly: monthlyCents,
    currency: 'usd',
  }
}
