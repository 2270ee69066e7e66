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

const isPaid = (subscriptionStatus: string) => subscriptionStatus === 'active' || subscriptionStatus === 'trialing'

/**
 * Returns the most important change between two states of a subscription; null when the owner needs no notification.
 */
export function notificationFor(
  previousState: KnownSubscription | null,
  currentState: KnownSubscription,
): SubscriptionNotification | null {
  const wasRunning = previousState !== null && (isPaid(previousState.status) || previousState.status === 'past_due')
  if (!wasRunning) return isPaid(currentState.status) ? 'started' : null
  if (currentState.status === 'past_due') return previousState.status === 'past_due' ? null : 'payment_failed'
  if (!isPaid(currentState.status)) return 'ended'
  if (previousState.status === 'past_due') return 'fixed'
  if (currentState.cancelAtPeriodEnd !== previousState.cancelAtPeriodEnd)
    return currentState.cancelAtPeriodEnd ? 'will_end' : 'resumed'
  if (currentState.plan !== previousState.plan) return 'plan_changed'
  if (currentState.pendingPlan && currentState.pendingPlan !== previousState.pendingPlan) return 'change_scheduled'
  return null
}
