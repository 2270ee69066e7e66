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
  .refine((input) => input.free_access !== undefined || input.trial_days !== undefined, {
    path: ['free_access'],
    error: 'or --no-free-access or --trial-days is missing: there is nothing to grant',
  })
export type GrantPlan = z.output<typeof grantPlanCommand>

/** The command's arguments, checked. @throws AppError `command.invalid` with a sentence about each that is wrong */
export function readGrantPlan(raw: unknown): GrantPlan {
  const parsed = grantPlanCommand.safeParse(raw)
  if (parsed.success) return parsed.data
  const problems = parsed.error.issues.map((issue) => `--${issue.path.join('.').replace('_', '-')} ${issue.message}`)
  throw new AppError('invalid', 'command.invalid', `${problems.join('; ')}.`)
}

/**
 * The operator's `plan:grant`: free access, given or taken back, or so many days of trial from now on (0 ends it). What
 * is paid for is not touched. Open tabs follow at once.
 *
 * @throws not_found `account.not_found`
 */
export async function grantPlan(
  services: BillingServices,
  raw: unknown,
): Promise<{ email: string; plan: string; has_free_access: boolean; trial_ends_at: string | null }> {
  const input = readGrantPlan(raw)
  const email = input.email.trim().toLowerCase()
  return systemTransaction(services.db, async (transaction) => {
    const userId = await findAccount(transaction, email)
    if (!userId) throw new AppError('not_found', 'account.not_found', `There is no account with the address ${email}.`)
    if (input.free_access !== undefined) await setFreeAccess(transaction, userId, input.free_access)
    if (input.trial_days !== undefined)
      await setTrialEnd(transaction, userId, new Date(Date.now() + input.trial_days * DAY_MS))
    await planChanged(services, transaction, userId)
    const profile = await readProfile(transaction, userId)
    const { plan } = await accessOf(transaction, userId, { billingOff: !services.provider })
    return {
      email,
      plan,
      has_free_access: profile?.has_free_access ?? false,
      trial_ends_at: profile?.trial_ends_at ?? null,
    }
  })
}
