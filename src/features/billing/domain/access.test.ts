import { describe, expect, it } from 'vitest'
import { accessSchema, type EffectivePlan, PLAN_FEATURES, PRODUCT_PLANS } from '../contract.ts'
import {
  accessFor,
  type BillingProfile,
  type BillingSubscription,
  bestSubscription,
  effectivePlanFor,
  hasAccess,
  isOnTrial,
  needsPaywall,
  paidPlan,
  planLabel,
  trialDaysLeft,
} from './access.ts'

const now = new Date('2026-03-10T12:00:00.000Z')
const SECOND = 1000
const DAY = 86_400_000
const at = (ms: number) => new Date(now.getTime() + ms)

const person = (options: Partial<BillingProfile> = {}): BillingProfile => ({
  trial_ends_at: null,
  has_had_trial: false,
  has_free_access: false,
  ...options,
})
const subscription = (options: Partial<BillingSubscription> = {}): BillingSubscription => ({
  status: 'active',
  plan: 'starter',
  current_period_end: at(20 * DAY),
  past_due_since: null,
  cancel_at_period_end: false,
  ...options,
})

const newcomer = person()
const onTrial = person({ trial_ends_at: at(3 * DAY), has_had_trial: true })
const afterTrial = person({ trial_ends_at: at(-DAY), has_had_trial: true })

describe('the trial', () => {
  it.each([
    ['never had one', null, false, 0],
    ['a full week', at(7 * DAY), true, 7],
    ['a week and a millisecond', at(7 * DAY + 1), true, 8],
    ['a day and a second', at(DAY + SECOND), true, 2],
    ['exactly a day', at(DAY), true, 1],
    ['the last second', at(SECOND), true, 1],
    ['the last millisecond', at(1), true, 1],
    ['at its end', at(0), false, 0],
    ['a millisecond after', at(-1), false, 0],
    ['a year after', at(-365 * DAY), false, 0],
  ])('%s', (_, trial_ends_at, running, days) => {
    const profile = person({ trial_ends_at })
    expect(isOnTrial(profile, now)).toBe(running)
    expect(trialDaysLeft(profile, now)).toBe(days)
    expect(Object.is(trialDaysLeft(profile, now), -0)).toBe(false)
  })
})

describe('the access that a subscription gives', () => {
  it.each<[string, Partial<BillingSubscription>, boolean]>([
    ['active', { status: 'active' }, true],
    ['trialing', { status: 'trialing' }, true],
    ['canceled', { status: 'canceled' }, false],
    ['unpaid', { status: 'unpaid' }, false],
    ['incomplete', { status: 'incomplete' }, false],
    ['incomplete_expired', { status: 'incomplete_expired' }, false],
    ['active, its renewal not yet reported', { current_period_end: at(-DAY) }, true],
    ['active without a period', { current_period_end: null }, true],
    ['ending, before its end', { cancel_at_period_end: true, current_period_end: at(1) }, true],
    ['ending, at its end', { cancel_at_period_end: true, current_period_end: at(0) }, false],
    ['ending, without a known end', { cancel_at_period_end: true, current_period_end: null }, true],
    ['past due just now', { status: 'past_due', past_due_since: at(0) }, true],
    ['past due, last millisecond of the grace period', { status: 'past_due', past_due_since: at(-7 * DAY + 1) }, true],
    ['past due, grace period over', { status: 'past_due', past_due_since: at(-7 * DAY) }, false],
    ['past due by its period', { status: 'past_due', current_period_end: at(-6 * DAY) }, true],
    ['past due by its period, grace period over', { status: 'past_due', current_period_end: at(-8 * DAY) }, false],
    ['past due without a date', { status: 'past_due', current_period_end: null }, false],
  ])('%s', (_, state, paid) => {
    for (const plan of ['starter', 'pro'] as const) {
      expect(paidPlan(subscription({ ...state, plan }), now)).toBe(paid ? plan : null)
    }
  })

  it('is none without one', () => expect(paidPlan(null, now)).toBeNull())
})

describe('plan, access and paywall, in every combination', () => {
  const subscriptions: [string, BillingSubscription | null, EffectivePlan | null][] = [
    ['no subscription', null, null],
    ['Starter', subscription(), 'starter'],
    ['Pro', subscription({ plan: 'pro' }), 'pro'],
    ['Pro in the grace period', subscription({ plan: 'pro', status: 'past_due', past_due_since: at(-DAY) }), 'pro'],
    [
      'Pro after the grace period',
      subscription({ plan: 'pro', status: 'past_due', past_due_since: at(-8 * DAY) }),
      null,
    ],
    ['canceled', subscription({ plan: 'pro', status: 'canceled' }), null],
  ]
  const people: [string, BillingProfile, EffectivePlan, boolean][] = [
    ['new user', newcomer, 'none', false],
    ['on trial', onTrial, 'trial', false],
    ['after the trial', afterTrial, 'none', true],
  ]
  for (const [whose, profile, unsubscribed, paywalled] of people) {
    for (const [which, sub, paid] of subscriptions) {
      it(`${whose}, ${which}`, () => {
        const plan = paid ?? unsubscribed
        expect(effectivePlanFor(profile, sub, now)).toBe(plan)
        expect(hasAccess(profile, sub, now)).toBe(plan !== 'none')
        expect(needsPaywall(profile, sub, now)).toBe(plan === 'none' && paywalled)
        const access = accessFor(profile, sub, now)
        expect(accessSchema.parse(access)).toEqual(access)
        expect(access).toMatchObject({
          plan,
          has_access: plan !== 'none',
          on_trial: plan === 'trial',
          paywall: plan === 'none' && paywalled,
          past_due: sub?.status === 'past_due',
          limits: PLAN_FEATURES[plan],
        })
      })
      it(`${whose}, ${which}, with free access or with billing off`, () => {
        for (const access of [
          accessFor({ ...profile, has_free_access: true }, sub, now),
          accessFor(profile, sub, now, { billingOff: true }),
        ]) {
          expect(access).toMatchObject({
            plan: 'free_access',
            plan_label: 'Pro',
            has_access: true,
            on_trial: false,
            paywall: false,
            past_due: false,
            limits: PLAN_FEATURES.pro,
          })
        }
      })
    }
  }

  it('keeps the days of a trial in addition to a subscription', () => {
    expect(accessFor(onTrial, subscription(), now)).toMatchObject({ plan: 'starter', on_trial: false, days_left: 3 })
  })

  it('shows the paywall exactly at the end of the trial', () => {
    const profile = person({ trial_ends_at: now, has_had_trial: true })
    expect(needsPaywall(profile, null, at(-1))).toBe(false)
    expect(needsPaywall(profile, null, now)).toBe(true)
  })

  it('returns the end of the period for a running subscription only', () => {
    const end = at(20 * DAY).toISOString()
    expect(accessFor(newcomer, subscription(), now).current_period_end).toBe(end)
    expect(accessFor(newcomer, subscription({ status: 'past_due' }), now).current_period_end).toBe(end)
    expect(accessFor(newcomer, subscription({ status: 'canceled' }), now).current_period_end).toBeNull()
    expect(accessFor(newcomer, null, now).current_period_end).toBeNull()
  })
})

describe('when the current plan ends by itself', () => {
  it.each<[string, BillingProfile, BillingSubscription | null, Date | null]>([
    ['new user', newcomer, null, null],
    ['trial', onTrial, null, at(3 * DAY)],
    ['trial over', afterTrial, null, null],
    ['Starter', onTrial, subscription(), null],
    ['canceled at the end of the period', onTrial, subscription({ cancel_at_period_end: true }), at(20 * DAY)],
    [
      'canceled, period over',
      afterTrial,
      subscription({ cancel_at_period_end: true, current_period_end: at(0) }),
      null,
    ],
    ['in the grace period', afterTrial, subscription({ status: 'past_due', past_due_since: at(-DAY) }), at(6 * DAY)],
    ['after the grace period', afterTrial, subscription({ status: 'past_due', past_due_since: at(-8 * DAY) }), null],
    ['free access', { ...onTrial, has_free_access: true }, subscription({ cancel_at_period_end: true }), null],
  ])('%s', (_, profile, sub, ends) => expect(accessFor(profile, sub, now).ends_at).toBe(ends?.toISOString() ?? null))
})

describe('time zones', () => {
  // A trial in Berlin over the night of the change to summer time.
  const trial = person({ trial_ends_at: new Date('2026-03-30T09:00:00+02:00'), has_had_trial: true })
  it.each([
    ['2026-03-28T09:00:00+01:00', 2],
    ['2026-03-29T01:59:59+01:00', 2],
    ['2026-03-29T09:00:00+02:00', 1],
    ['2026-03-29T07:00:00Z', 1],
    ['2026-03-29T16:00:00+09:00', 1],
    ['2026-03-30T08:59:59+02:00', 1],
    ['2026-03-30T07:00:00Z', 0],
  ])('do not affect instants: %s', (instant, days) => {
    expect(trialDaysLeft(trial, new Date(instant))).toBe(days)
    expect(needsPaywall(trial, null, new Date(instant))).toBe(days === 0)
  })
})

describe('the effective one of several subscriptions', () => {
  const pro = subscription({ plan: 'pro' })
  it.each<[string, BillingSubscription[], number]>([
    ['the larger one', [subscription(), pro], 1],
    ['an active one before a larger one that ended', [subscription({ ...pro, status: 'canceled' }), subscription()], 1],
    [
      'a larger one in its grace period before a smaller one',
      [subscription(), subscription({ plan: 'pro', status: 'past_due', past_due_since: at(-DAY) })],
      1,
    ],
    [
      'an active one before one whose grace period is over',
      [subscription({ plan: 'pro', status: 'past_due', past_due_since: at(-9 * DAY) }), subscription()],
      1,
    ],
    ['one that renews before one that ends', [subscription({ ...pro, cancel_at_period_end: true }), pro], 1],
    ['the one that ends later', [subscription({ current_period_end: at(DAY) }), subscription()], 1],
    [
      'past due before canceled',
      [subscription({ status: 'canceled' }), subscription({ status: 'past_due', past_due_since: at(-9 * DAY) })],
      1,
    ],
  ])('%s', (_, all, best) => {
    expect(bestSubscription(all, now)).toBe(all[best])
    expect(bestSubscription(all.toReversed(), now)).toBe(all[best])
  })

  it('is none without subscriptions', () => expect(bestSubscription([], now)).toBeNull())
})

describe('features and labels', () => {
  const starter = { workspaces: 1, faqs: 50, members: 1, advanced_customization: false, priority_support: false }
  const pro = { workspaces: null, faqs: null, members: null, advanced_customization: true, priority_support: true }
  it.each<[EffectivePlan, object, string]>([
    ['none', starter, 'Starter'],
    ['trial', { ...starter, members: 5, advanced_customization: true }, 'Free Trial (3 days left)'],
    ['starter', starter, 'Starter'],
    ['pro', pro, 'Pro'],
    ['free_access', pro, 'Pro'],
  ])('%s', (plan, features, label) => {
    expect(PLAN_FEATURES[plan]).toEqual(features)
    expect(planLabel(plan, 3)).toBe(label)
  })

  it('match the text of the plan cards', () => {
    const { starter, pro } = PLAN_FEATURES
    const promised = PRODUCT_PLANS.map(({ features }) => features)
    expect(promised).toEqual([
      [
        `${starter.faqs} FAQs`,
        starter.advanced_customization ? '' : 'Basic widget customization',
        starter.priority_support ? '' : 'Email support',
        `${starter.workspaces} workspace`,
      ],
      [
        pro.faqs === null && 'Unlimited FAQs',
        pro.advanced_customization && 'Advanced customization',
        pro.priority_support && 'Priority support',
        pro.members === null && 'Team collaboration',
        pro.workspaces === null && 'Unlimited workspaces',
      ],
    ])
  })

  it('use the singular for one day', () => expect(planLabel('trial', 1)).toBe('Free Trial (1 day left)'))
})
