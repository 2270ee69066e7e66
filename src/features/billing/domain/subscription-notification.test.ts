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
    ['it began', null, known(), 'started'],
    ['it began with a trial of the provider', null, known({ status: 'trialing' }), 'started'],
    ['it waits for its first payment', null, known({ status: 'incomplete' }), null],
    ['the first payment came', known({ status: 'incomplete' }), known(), 'started'],
    ['the first payment never came', known({ status: 'incomplete' }), known({ status: 'incomplete_expired' }), null],
    ['nothing changed', known(), known(), null],
    ['a payment failed', known(), known({ status: 'past_due' }), 'payment_failed'],
    ['it failed again', known({ status: 'past_due' }), known({ status: 'past_due' }), null],
    ['it was paid after all', known({ status: 'past_due' }), known(), 'fixed'],
    ['it was given up', known({ status: 'past_due' }), known({ status: 'unpaid' }), 'ended'],
    ['cancelled for the end', known(), known({ cancelAtPeriodEnd: true }), 'will_end'],
    ['resumed', known({ cancelAtPeriodEnd: true }), known(), 'resumed'],
    ['ended', known({ cancelAtPeriodEnd: true }), known({ status: 'canceled', cancelAtPeriodEnd: true }), 'ended'],
    ['ended before: a late report', known({ status: 'canceled' }), known({ status: 'canceled' }), null],
    ['another plan', known({ plan: 'starter' }), known(), 'plan_changed'],
    ['a smaller plan from the next period on', known(), known({ pendingPlan: 'starter' }), 'change_scheduled'],
    ['that was taken back', known({ pendingPlan: 'starter' }), known(), null],
    ['that came', known({ pendingPlan: 'starter' }), known({ plan: 'starter' }), 'plan_changed'],
  ])('%s', (_, before, after, news) => expect(notificationFor(before, after)).toBe(news))
})
