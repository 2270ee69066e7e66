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

type Own = SubscriptionRow & { providerId: string }

const conflict = (code: string, message: string) => new AppError('conflict', code, message)

const read = (services: BillingServices, userId: string, id: string): Promise<Own> =>
  systemTransaction(services.db, (transaction) => ownSubscription(transaction, userId, id))

/** The subscription whose plan is to change. @throws conflict `billing.not_payer` where a larger one would apply to nothing */
const readToChange = (services: BillingServices, userId: string, input: { id: string; plan: PlanKey }): Promise<Own> =>
  systemTransaction(services.db, async (transaction) => {
    const own = await ownSubscription(transaction, userId, input.id)
    if (input.plan === 'pro' && own.plan === 'starter') await requireApplicablePlan(services, transaction, userId)
    return own
  })

/** Asks the provider, and writes its answer down at once: the webhook that follows finds nothing left to do. */
async function change(
  services: BillingServices,
  who: { userId: string; id: string; plan?: PlanKey },
  ask: (provider: BillingProvider, own: Own) => Promise<SubscriptionReport>,
): Promise<void> {
  const provider = providerOf(services)
  const { userId, id, plan } = who
  const own = await (plan ? readToChange(services, userId, { id, plan }) : read(services, userId, id))
  const report = await ask(provider, own)
  await systemTransaction(services.db, (transaction) => applySubscriptionUpdate(services, transaction, report))
}

/** @throws conflict `billing.same_plan`, `billing.ending`, `billing.past_due` */
function checkChange(own: Own, plan: PlanKey): void {
  if (own.plan === plan) throw conflict('billing.same_plan', 'This is your plan already.')
  if (own.cancelAtPeriodEnd)
    throw conflict('billing.ending', 'Your subscription is about to end. Resume it first, then change the plan.')
  if (own.status === 'past_due')
    throw conflict(
      'billing.past_due',
      'Your last payment failed. Update your payment method first, then change the plan.',
    )
}

const preview = (own: Own, plan: PlanKey): ChangePreview =>
  previewChange(
    {
      plan: own.plan,
      current_period_start: own.currentPeriodStart,
      current_period_end: own.currentPeriodEnd,
    },
    plan,
    new Date(),
  )

/** Returns the price of changing to this plan. @throws not_found `subscription.not_found`; conflict as `checkChange` */
export async function previewPlanChange(
  services: BillingServices,
  userId: string,
  input: { id: string; plan: PlanKey },
): Promise<ChangePreview> {
  providerOf(services)
  const own = await readToChange(services, userId, input)
  checkChange(own, input.plan)
  return preview(own, input.plan)
}

/**
 * Changes the plan: to a larger one now, to a smaller one when the period that is paid for ends. To choose the plan that
 * is in force takes back a change that waits.
 *
 * @throws not_found `subscription.not_found`; conflict as `checkChange`, and `billing.payment_failed`; unavailable
 */
export const changePlan = (
  services: BillingServices,
  userId: string,
  { id, plan }: { id: string; plan: PlanKey },
): Promise<void> =>
  change(services, { userId, id, plan }, (provider, own) => {
    if (own.plan === plan && own.pendingPlan) return provider.keepPlan(own.providerId)
    checkChange(own, plan)
    return provider.changePlan(own.providerId, plan, preview(own, plan).takes_effect)
  })

/** Ends it with the period that is paid for. @throws not_found `subscription.not_found`; unavailable */
export const cancelSubscription = (services: BillingServices, userId: string, id: string): Promise<void> =>
  change(services, { userId, id }, (provider, { providerId }) => provider.cancelAtPeriodEnd(providerId, true))

/** @throws not_found `subscription.not_found`; conflict `billing.not_ending`; unavailable */
export const resumeSubscription = (services: BillingServices, userId: string, id: string): Promise<void> =>
  change(services, { userId, id }, (provider, own) => {
    if (!own.cancelAtPeriodEnd) throw conflict('billing.not_ending', 'Your subscription is active already.')
    return provider.cancelAtPeriodEnd(own.providerId, false)
  })
