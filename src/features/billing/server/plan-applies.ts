import { AppError } from '../../../kernel/app-error.ts'
import type { Tx } from '../../../platform/db/index.ts'
import type { BillingServices } from './billing-services.ts'

/**
 * Returns true when a plan of this user would apply to a workspace. A user without a workspace is about to create one;
 * a user whose workspaces are all paid for by others would pay for nothing.
 */
export async function planApplies(services: BillingServices, transaction: Tx, userId: string): Promise<boolean> {
  const { member, billed } = await services.countWorkspaces(transaction, userId)
  return member === 0 || billed > 0
}

/** @throws conflict `billing.not_payer` where the plan would apply to nothing */
export async function requireApplicablePlan(services: BillingServices, transaction: Tx, userId: string): Promise<void> {
  if (await planApplies(services, transaction, userId)) return
  throw new AppError(
    'conflict',
    'billing.not_payer',
    'Another user pays for your workspaces, so a plan of yours would not apply to them. An owner can take over the billing first.',
  )
}
