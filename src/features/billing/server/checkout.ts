import { AppError } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { Access, PlanKey } from '../contract.ts'
import { accessAndSubscriptionsOf } from './access.ts'
import { type BillingServices, billingTabUrl, providerOf } from './billing-services.ts'
import { readPayer } from './overview.ts'
import { requireApplicablePlan } from './plan-applies.ts'
import { refreshSubscriptions } from './refresh.ts'

/**
 * Returns the checkout URL of a plan. Asks the provider for the current state first, so that a user who paid in another
 * tab, or whose webhook is late, does not pay twice.
 * @throws conflict `billing.off`, `billing.not_payer`, `billing.subscribed`; invalid `billing.unknown_plan`;
 * unavailable
 */
export async function startCheckout(
  services: BillingServices,
  userId: string,
  checkoutInput: { product_id: string; price_id: string; for_new_workspace: boolean },
): Promise<URL> {
  const provider = providerOf(services)
  const chosenPlan = (['starter', 'pro'] as const satisfies PlanKey[]).find(
    (planKey) =>
      provider.plans[planKey].productId === checkoutInput.product_id &&
      provider.plans[planKey].priceId === checkoutInput.price_id,
  )
  if (!chosenPlan)
    throw new AppError('invalid', 'billing.unknown_plan', 'There is no such plan. Please reload the page.')
  await refreshSubscriptions(services, userId)
  const { access, payer } = await systemTransaction(services.db, async (transaction) => {
    if (!checkoutInput.for_new_workspace) await requireApplicablePlan(services, transaction, userId)
    return {
      ...(await accessAndSubscriptionsOf(transaction, userId, { billingOff: false })),
      payer: await readPayer(transaction, userId),
    }
  })
  if (access.plan === 'starter' || access.plan === 'pro')
    throw new AppError(
      'conflict',
      'billing.subscribed',
      'You are subscribed already. You can change your plan instead.',
    )
  return provider.createCheckout(payer, chosenPlan, {
    paid: billingTabUrl(services, { paid: chosenPlan }),
    abandoned: billingTabUrl(services),
  })
}

/** Refreshes the state after a checkout from the provider, without waiting for the webhook. */
export async function refreshAccess(services: BillingServices, userId: string): Promise<Access> {
  await refreshSubscriptions(services, userId)
  const { access } = await systemTransaction(services.db, (transaction) =>
    accessAndSubscriptionsOf(transaction, userId, { billingOff: !services.provider }),
  )
  return access
}

/**
 * Returns the URL of the customer portal.
 * @throws conflict `billing.off`; not_found `customer.not_found`; unavailable
 */
export const openPortal = (services: BillingServices, userId: string): Promise<URL> =>
  providerOf(services).openPortal(userId, billingTabUrl(services))
