import { describe, expect, it } from 'vitest'
import { type PlanViewer, planButton } from './plan-button.ts'

type Subscription = NonNullable<PlanViewer['subscription']>
const runs = (options: Partial<Subscription> = {}): Subscription => ({
  plan: 'starter',
  status: 'active',
  cancel_at_period_end: false,
  pending_plan: null,
  ...options,
})
const viewer = (plan: PlanViewer['access']['plan'], subscription: Subscription | null = null): PlanViewer => ({
  access: { plan },
  subscription,
})

describe('the button of a plan', () => {
  it.each<[string, PlanViewer | null, [string, string | null], [string, string | null]]>([
    ['signed out', null, ['Start Free Trial', 'sign_up'], ['Start Free Trial', 'sign_up']],
    ['without a plan', viewer('none'), ['Subscribe Now', 'checkout'], ['Subscribe Now', 'checkout']],
    ['on trial', viewer('trial'), ['Subscribe Now', 'checkout'], ['Subscribe Now', 'checkout']],
    ['with free access', viewer('free_access'), ['Included', null], ['Current Plan', null]],
    ['on Starter', viewer('starter', runs()), ['Current Plan', null], ['Upgrade to Pro', 'change']],
    ['on Pro', viewer('pro', runs({ plan: 'pro' })), ['Switch to Starter', 'change'], ['Current Plan', null]],
    [
      'on Pro that will end',
      viewer('pro', runs({ plan: 'pro', cancel_at_period_end: true })),
      ['Switch to Starter', null],
      ['Resume', 'resume'],
    ],
    [
      'on Starter that will end',
      viewer('starter', runs({ cancel_at_period_end: true })),
      ['Resume', 'resume'],
      ['Upgrade to Pro', null],
    ],
    [
      'on Pro that will change to Starter',
      viewer('pro', runs({ plan: 'pro', pending_plan: 'starter' })),
      ['Scheduled', null],
      ['Keep Pro', 'undo_change'],
    ],
    [
      'on unpaid Starter',
      viewer('starter', runs({ status: 'past_due' })),
      ['Current Plan', null],
      ['Upgrade to Pro', null],
    ],
    [
      'after the grace period of a failed payment',
      viewer('none', runs({ status: 'past_due' })),
      ['Subscribe Now', 'checkout'],
      ['Subscribe Now', 'checkout'],
    ],
  ])('%s', (_, who, starter, pro) => {
    for (const [plan, [label, act]] of [
      ['starter', starter],
      ['pro', pro],
    ] as const)
      expect(planButton(plan, who)).toEqual({ label, act })
  })
})
