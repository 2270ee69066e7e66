import { type ChangePreview, planOf } from '../contract.ts'
import type { BillingSubscription, PaidPlan } from './access.ts'

const CENTS = 100

export const monthlyAmount = (plan: PaidPlan): number => Math.round(planOf(plan).price * CENTS)

/**
 * Returns the price of changing to `plan`. A larger plan starts at once, and the difference for the rest of the period
 * is charged to the second, as the provider does. A smaller one starts when the paid period ends. Before taxes, which
 * only the provider knows.
 */
export function previewChange(
  subscription: Pick<BillingSubscription, 'plan' | 'current_period_end'> & { current_period_start: Date | null },
  plan: PaidPlan,
  now: Date,
): ChangePreview {
  const { current_period_start: start, current_period_end: end } = subscription
  const monthly = monthlyAmount(plan)
  const difference = monthly - monthlyAmount(subscription.plan)
  if (difference < 0 && end && end > now)
    return {
      plan,
      takes_effect: 'period_end',
      at: end.toISOString(),
      due_now: 0,
      then_monthly: monthly,
      currency: 'usd',
    }
  const length = start && end ? end.getTime() - start.getTime() : 0
  const left = length > 0 && end ? Math.min(1, Math.max(0, (end.getTime() - now.getTime()) / length)) : 0
  return {
    plan,
    takes_effect: 'now',
    at: now.toISOString(),
    due_now: Math.max(0, Math.round(difference * left)),
    then_monthly: monthly,
    currency: 'usd',
  }
}
