import { AppError } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { ChangePreview, PlanKey } from '../contract.ts'
import { previewChange } from '../domain/change-plan.ts'
import type { SubscriptionRow } from './access.ts'
import { applySubscriptionUpdate } from './apply-subscription-update.ts'
import { type BillingServices, providerOf } from './billing-services.ts'
import { ownSubscription } from './overview.ts'
import { requireApplicablePlan } from './plan-applies.ts'
import type { BillingProvider, SubscriptionReport } from './provider.ts'

type OwnSubscription = SubscriptionRow & { providerId: string }

const conflictError = (code: string, message: string) => new AppError('conflict', code, message)

const readSubscription = (
  services: BillingServices,
  userId: string,
  subscriptionId: string,
): Promise<OwnSubscription> =>
  systemTransaction(services.db, (transaction) => ownSubscription(transaction, userId, subscriptionId))

/** The subscription whose plan is to change. @throws conflict `billing.not_payer` where a larger one would apply to nothing */
const readChangeableSubscription = (
  services: BillingServices,
  userId: string,
  planChange: { id: string; plan: PlanKey },
): Promise<OwnSubscription> =>
  systemTransaction(services.db, async (transaction) => {
    const subscription = await ownSubscription(transaction, userId, planChange.id)
    if (planChange.plan === 'pro' && subscription.plan === 'starter')
      await requireApplicablePlan(services, transaction, userId)
    return subscription
  })

/** Asks the provider, and writes its answer down at once: the webhook that follows finds nothing left to do. */
async function changeAtProvider(
  services: BillingServices,
  changeRequest: { userId: string; id: string; plan?: PlanKey },
  callProvider: (provider: BillingProvider, own: OwnSubscription) => Promise<SubscriptionReport>,
): Promise<void> {
  const provider = providerOf(services)
  const { userId, id, plan } = changeRequest
  const subscription = await (plan
    ? readChangeableSubscription(services, userId, { id, plan })
    : readSubscription(services, userId, id))
  const report = await callProvider(provider, subscription)
  await systemTransaction(services.db, (transaction) => applySubscriptionUpdate(services, transaction, report))
}

/** @throws conflict `billing.same_plan`, `billing.ending`, `billing.past_due` */
function requireChangeable(subscription: OwnSubscription, targetPlan: PlanKey): void {
  if (subscription.plan === targetPlan) throw conflictError('billing.same_plan', 'This is your plan already.')
  if (subscription.cancelAtPeriodEnd)
    throw conflictError('billing.ending', 'Your subscription is about to end. Resume it first, then change the plan.')
  if (subscription.status === 'past_due')
    throw conflictError(
      'billing.past_due',
      'Your last payment failed. Update your payment method first, then change the plan.',
    )
}

const previewOwnChange = (subscription: OwnSubscription, targetPlan: PlanKey): ChangePreview =>
  previewChange(
    {
      plan: subscription.plan,
      current_period_start: subscription.currentPeriodStart,
      current_period_end: subscription.currentPeriodEnd,
    },
    targetPlan,
    new Date(),
  )

/** The price of changing to this plan. @throws not_found `subscription.not_found`; conflict as `requireChangeable` */
export async function previewPlanChange(
  services: BillingServices,
  userId: string,
  planChange: { id: string; plan: PlanKey },
): Promise<ChangePreview> {
  providerOf(services)
  const subscription = await readChangeableSubscription(services, userId, planChange)
  requireChangeable(subscription, planChange.plan)
  return previewOwnChange(subscription, planChange.plan)
}

/**
 * Changes the plan: to a larger one now, to a smaller one when the period that is paid for ends. To choose the plan
 * that is in force takes back a change that waits.
 *
 * @throws not_found `subscription.not_found`; conflict as `requireChangeable`, and `billing.payment_failed`; unavailable
 */
export const changePlan = (
  services: BillingServices,
  userId: string,
  { id, plan }: { id: string; plan: PlanKey },
): Promise<void> =>
  changeAtProvider(services, { userId, id, plan }, (provider, subscription) => {
    if (subscription.plan === plan && subscription.pendingPlan) return provider.keepPlan(subscription.providerId)
    requireChangeable(subscription, plan)
    return provider.changePlan(subscription.providerId, plan, previewOwnChange(subscription, plan).takes_effect)
  })

/** Ends it with the period that is paid for. @throws not_found `subscription.not_found`; unavailable */
export const cancelSubscription = (services: BillingServices, userId: string, subscriptionId: string): Promise<void> =>
  changeAtProvider(services, { userId, id: subscriptionId }, (provider, { providerId }) =>
    provider.cancelAtPeriodEnd(providerId, true),
  )

/** @throws not_found `subscription.not_found`; conflict `billing.not_ending`; unavailable */
export const resumeSubscription = (services: BillingServices, userId: string, subscriptionId: string): Promise<void> =>
  changeAtProvider(services, { userId, id: subscriptionId }, (provider, subscription) => {
    if (!subscription.cancelAtPeriodEnd)
      throw conflictError('billing.not_ending', 'Your subscription is active already.')
    return provider.cancelAtPeriodEnd(subscription.providerId, false)
  })
