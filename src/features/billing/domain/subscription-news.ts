import type { PaidPlan } from './access.ts'

/** What the comparison needs of a subscription. */
export interface KnownSubscription {
  plan: PaidPlan
  status: string
  cancelAtPeriodEnd: boolean
  pendingPlan: PaidPlan | null
}

/** What its owner is told by mail. `fixed`: the payment that had failed came through. */
export type SubscriptionNews =
  | 'started'
  | 'plan_changed'
  | 'change_scheduled'
  | 'will_end'
  | 'resumed'
  | 'payment_failed'
  | 'fixed'
  | 'ended'

const isPaid = (status: string) => status === 'active' || status === 'trialing'

/** What has changed between two reports, in the order of importance; null where its owner need not be told. */
export function newsOf(before: KnownSubscription | null, after: KnownSubscription): SubscriptionNews | null {
  const ran = before !== null && (isPaid(before.status) || before.status === 'past_due')
  if (!ran) return isPaid(after.status) ? 'started' : null
  if (after.status === 'past_due') return before.status === 'past_due' ? null : 'payment_failed'
  if (!isPaid(after.status)) return 'ended'
  if (before.status === 'past_due') return 'fixed'
  if (after.cancelAtPeriodEnd !== before.cancelAtPeriodEnd) return after.cancelAtPeriodEnd ? 'will_end' : 'resumed'
  if (after.plan !== before.plan) return 'plan_changed'
  if (after.pendingPlan && after.pendingPlan !== before.pendingPlan) return 'change_scheduled'
  return null
}
