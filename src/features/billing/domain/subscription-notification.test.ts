import { describe, expect, it } from 'vitest'
import { type KnownSubscription, notificationFor, type SubscriptionNotification } from './subscription-notification.ts'

const known = (options: Partial<KnownSubscription> = {}): KnownSubscription => ({
  plan: 'pro',
  status: 'active',
  cancelAtPeriodEnd: false,
  pendingPlan: null,
  ...options,
})

describe('the notification for the owner of a subscription', () => {
  it.each<[string, KnownSubscription | null, KnownSubscription, SubscriptionNotification | null]>([
    ['the subscription starts', null, known(), 'started'],
    ['it starts with a trial of the provider', null, known({ status: 'trialing' }), 'started'],
    ['it waits for its first payment', null, known({ status: 'incomplete' }), null],
    ['the first payment succeeds', known({ status: 'incomplete' }), known(), 'started'],
    ['the first payment expires', known({ status: 'incomplete' }), known({ status: 'incomplete_expired' }), null],
    ['nothing changes', known(), known(), null],
    ['a payment fails', known(), known({ status: 'past_due' }), 'payment_failed'],
    ['a payment fails again', known({ status: 'past_due' }), known({ status: 'past_due' }), null],
    ['the failed payment is paid', known({ status: 'past_due' }), known(), 'fixed'],
    ['the failed payment is given up', known({ status: 'past_due' }), known({ status: 'unpaid' }), 'ended'],
    ['it is canceled at the end of the period', known(), known({ cancelAtPeriodEnd: true }), 'will_end'],
    ['it is resumed', known({ cancelAtPeriodEnd: true }), known(), 'resumed'],
    ['it ends', known({ cancelAtPeriodEnd: true }), known({ status: 'canceled', cancelAtPeriodEnd: true }), 'ended'],
    ['a late report of an ended subscription', known({ status: 'canceled' }), known({ status: 'canceled' }), null],
    ['the plan changes', known({ plan: 'starter' }), known(), 'plan_changed'],
    ['a smaller plan is scheduled', known(), known({ pendingPlan: 'starter' }), 'change_scheduled'],
    ['the scheduled plan is withdrawn', known({ pendingPlan: 'starter' }), known(), null],
    ['the scheduled plan starts', known({ pendingPlan: 'starter' }), known({ plan: 'starter' }), 'plan_changed'],
  ])('%s', (_, before, after, news) => expect(notificationFor(before, after)).toBe(news))
})
