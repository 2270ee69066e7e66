import type { PaidPlan } from './access.ts'

/** Fields of a subscription that are compared. */
export interface KnownSubscription {
  plan: PaidPlan
  status: string
  cancelAtPeriodEnd: boolean
  pendingPlan: PaidPlan | null
}

/** Notifications for the owner. `fixed`: the failed payment was collected. */
export type SubscriptionNotification =
  | 'started'
  | 'plan_changed'
  | 'change_scheduled'
  | 'will_end'
  | 'resumed'
  | 'payment_failed'
  | 'fixed'
  | 'ended'

const isPaid = (status: string) => status === 'active' || status === 'trialing'

/**
 * Returns the most important change between two states of a subscription; null when the owner needs no notification.
 */
export function notificationFor(
  before: KnownSubscription | null,
  after: KnownSubscription,
): SubscriptionNotification | null {
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
