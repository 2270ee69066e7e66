import { plural } from '../../../kernel/text.ts'
import { type Access, type EffectivePlan, PAST_DUE_GRACE_DAYS, PLAN_FEATURES } from '../contract.ts'

const DAY_MS = 86_400_000

/** Data of a user that the rules need. */
export interface BillingProfile {
  trial_ends_at: Date | null
  has_had_trial: boolean
  has_free_access: boolean
}

export type PaidPlan = 'starter' | 'pro'

/** A subscription as the payment provider last reported it; `past_due_since` is when its first payment failed. */
export interface BillingSubscription {
  /**
   * `active`, `trialing` and `past_due` count as paid; other states of the provider (`canceled`, `unpaid` …) give
   * nothing.
   */
  status: string
  plan: PaidPlan
  current_period_end: Date | null
  past_due_since: Date | null
  cancel_at_period_end: boolean
}

export interface AccessOptions {
  /** The instance takes no money (`BILLING=off`): everybody has free access. */
  billingOff?: boolean
}

/** The trial runs until just before `trial_ends_at`. */
export const isOnTrial = (profile: BillingProfile, now: Date): boolean =>
  profile.trial_ends_at !== null && profile.trial_ends_at.getTime() > now.getTime()

/** Whole days until the trial ends, a begun day counting as one; 0 once it is over or where there never was one. */
export function trialDaysLeft(profile: BillingProfile, now: Date): number {
  if (!profile.trial_ends_at) return 0
  return Math.max(0, Math.ceil((profile.trial_ends_at.getTime() - now.getTime()) / DAY_MS))
}

/** Until when a failed payment is forgiven; null where it is not known since when it is owed. */
function graceEnd({ past_due_since, current_period_end }: BillingSubscription): Date | null {
  const overdueSince = past_due_since ?? current_period_end
  return overdueSince && new Date(overdueSince.getTime() + PAST_DUE_GRACE_DAYS * DAY_MS)
}

/**
 * Returns the product that a subscription currently gives, or null. A failed payment has a grace period of one week. A
 * subscription canceled for the end of its period ends then, even without the provider's final webhook; one that awaits
 * renewal continues.
 */
export function paidPlan(subscription: BillingSubscription | null, now: Date): PaidPlan | null {
  if (!subscription) return null
  const { status, plan, current_period_end, cancel_at_period_end } = subscription
  if (status === 'past_due') {
    const graceEndsAt = graceEnd(subscription)
    return graceEndsAt && now.getTime() < graceEndsAt.getTime() ? plan : null
  }
  if (status !== 'active' && status !== 'trialing') return null
  if (cancel_at_period_end && current_period_end && current_period_end.getTime() <= now.getTime()) return null
  return plan
}

/** The plan in force: free access before a subscription, a subscription before the trial. */
export function effectivePlanFor(
  profile: BillingProfile,
  subscription: BillingSubscription | null,
  now: Date,
  accessOptions: AccessOptions = {},
): EffectivePlan {
  if (accessOptions.billingOff || profile.has_free_access) return 'free_access'
  return paidPlan(subscription, now) ?? (isOnTrial(profile, now) ? 'trial' : 'none')
}

export const hasAccess = (
  profile: BillingProfile,
  subscription: BillingSubscription | null,
  now: Date,
  accessOptions: AccessOptions = {},
): boolean => effectivePlanFor(profile, subscription, now, accessOptions) !== 'none'

/** The paywall applies after a trial, not to users who never had one. */
export const needsPaywall = (
  profile: BillingProfile,
  subscription: BillingSubscription | null,
  now: Date,
  accessOptions: AccessOptions = {},
): boolean => profile.has_had_trial && !hasAccess(profile, subscription, now, accessOptions)

/** As shown in the sidebar and the profile. Free access has what Pro has, and no plan what Starter has. */
export function planLabel(effectivePlan: EffectivePlan, trialDays: number): string {
  if (effectivePlan === 'pro' || effectivePlan === 'free_access') return 'Pro'
  return effectivePlan === 'trial' ? `Free Trial (${plural(trialDays, 'day')} left)` : 'Starter'
}

/** When the plan in force ends by itself, with nothing more being reported; null where it would go on. */
function planEndOf(
  profile: BillingProfile,
  subscription: BillingSubscription | null,
  now: Date,
  effectivePlan: EffectivePlan,
): Date | null {
  if (effectivePlan === 'trial') return profile.trial_ends_at
  if (effectivePlan !== 'starter' && effectivePlan !== 'pro') return null
  if (!subscription || paidPlan(subscription, now) === null) return null
  if (subscription.status === 'past_due') return graceEnd(subscription)
  return subscription.cancel_at_period_end ? subscription.current_period_end : null
}

/**
 * Returns the subscription that gives most, so that a stale one never removes access; among equals the one that lasts
 * longest. Null when there is none.
 */
export function bestSubscription<S extends BillingSubscription>(subscriptions: readonly S[], now: Date): S | null {
  const planRank = (subscription: S) =>
    paidPlan(subscription, now) === 'pro' ? 2 : paidPlan(subscription, now) === 'starter' ? 1 : 0
  const periodEndTime = (subscription: S) => subscription.current_period_end?.getTime() ?? 0
  const [best] = subscriptions.toSorted(
    (left, right) =>
      planRank(right) - planRank(left) ||
      // Neither gives access: a state that a payment can fix is shown before one that is final.
      Number(right.status === 'past_due') - Number(left.status === 'past_due') ||
      Number(left.cancel_at_period_end) - Number(right.cancel_at_period_end) ||
      periodEndTime(right) - periodEndTime(left),
  )
  return best ?? null
}

/**
 * Everything that follows from a person's profile and subscription at the moment `now`. The server's checks, the
 * trial banner and the paywall all read this one answer. `on_trial` is true while the trial is what gives access:
 * a subscriber whose trial has days left is not asked to subscribe.
 */
export function accessFor(
  profile: BillingProfile,
  subscription: BillingSubscription | null,
  now: Date,
  accessOptions: AccessOptions = {},
): Access {
  const effectivePlan = effectivePlanFor(profile, subscription, now, accessOptions)
  const trialDays = trialDaysLeft(profile, now)
  const isPastDue = effectivePlan !== 'free_access' && subscription?.status === 'past_due'
  const isPaidOrPastDue = paidPlan(subscription, now) !== null || isPastDue
  return {
    has_access: effectivePlan !== 'none',
    on_trial: effectivePlan === 'trial',
    days_left: trialDays,
    paywall: profile.has_had_trial && effectivePlan === 'none',
    plan: effectivePlan,
    plan_label: planLabel(effectivePlan, trialDays),
    current_period_end: (isPaidOrPastDue && subscription?.current_period_end?.toISOString()) || null,
    past_due: isPastDue,
    ends_at: planEndOf(profile, subscription, now, effectivePlan)?.toISOString() ?? null,
    limits: PLAN_FEATURES[effectivePlan],
  }
}
