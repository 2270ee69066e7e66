import { z } from 'zod'
import { AppError } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import { findAccount, readProfile, setFreeAccess, setTrialEnd } from '../../accounts/server/index.ts'
import { accessOf } from './access.ts'
import { type BillingServices, planChanged } from './billing-services.ts'

const DAY_MS = 86_400_000

const grantPlanCommand = z
  .object({
    email: z.email({ error: 'is not an email address' }).max(254, { error: 'is too long' }),
    free_access: z.boolean().optional(),
    trial_days: z
      .number({ error: 'is not a number' })
      .int({ error: 'is not a whole number' })
      .min(0, { error: 'is negative' })
      .max(3650, { error: 'is more than ten years' })
      .optional(),
  })
  .refine((planGrant) => planGrant.free_access !== undefined || planGrant.trial_days !== undefined, {
    path: ['free_access'],
    error: 'or --no-free-access or --trial-days is missing: there is nothing to grant',
  })
export type PlanGrant = z.output<typeof grantPlanCommand>

/** The command's arguments, checked. @throws AppError `command.invalid` with a sentence about each that is wrong */
export function readGrantPlan(commandArguments: unknown): PlanGrant {
  const parsedCommand = grantPlanCommand.safeParse(commandArguments)
  if (parsedCommand.success) return parsedCommand.data
  const problemSentences = parsedCommand.error.issues.map(
    (issue) => `--${issue.path.join('.').replace('_', '-')} ${issue.message}`,
  )
  throw new AppError('invalid', 'command.invalid', `${problemSentences.join('; ')}.`)
}

/**
 * The operator's `plan:grant`: free access, given or taken back, or so many days of trial from now on (0 ends it). What
 * is paid for is not touched. Open tabs follow at once.
 *
 * @throws not_found `account.not_found`
 */
export async function grantPlan(
  services: BillingServices,
  commandArguments: unknown,
): Promise<{ email: string; plan: string; has_free_access: boolean; trial_ends_at: string | null }> {
  const planGrant = readGrantPlan(commandArguments)
  const accountEmail = planGrant.email.trim().toLowerCase()
  return systemTransaction(services.db, async (transaction) => {
    const accountId = await findAccount(transaction, accountEmail)
    if (!accountId)
      throw new AppError('not_found', 'account.not_found', `There is no account with the address ${accountEmail}.`)
    if (planGrant.free_access !== undefined) await setFreeAccess(transaction, accountId, planGrant.free_access)
    if (planGrant.trial_days !== undefined)
      await setTrialEnd(transaction, accountId, new Date(Date.now() + planGrant.trial_days * DAY_MS))
    await planChanged(services, transaction, accountId)
    const profile = await readProfile(transaction, accountId)
    const { plan } = await accessOf(transaction, accountId, { billingOff: !services.provider })
    return {
      email: accountEmail,
      plan,
      has_free_access: profile?.has_free_access ?? false,
      trial_ends_at: profile?.trial_ends_at ?? null,
    }
  })
}
