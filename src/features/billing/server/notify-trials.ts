import { and, between, eq, isNotNull } from 'drizzle-orm'
import { systemTransaction, type Tx } from '../../../platform/db/index.ts'
import { profiles } from '../../accounts/server/index.ts'
import { TRIAL_NOTICE_DAYS } from '../contract.ts'
import { accessOf } from './access.ts'
import { billingNotices } from './billing.table.ts'
import { type BillingServices, planChanged } from './billing-services.ts'
import { planApplies } from './plan-applies.ts'

const DAY_MS = 86_400_000
/** A trial that ended longer ago than this is no news: the mail would be sent because a server was away. */
const NEWS_FOR_MS = 3 * DAY_MS

/** @returns whether this was the first time; so notices are sent once, however many processes look. */
async function noteOnce(transaction: Tx, notice: typeof billingNotices.$inferInsert): Promise<boolean> {
  const rows = await transaction.insert(billingNotices).values(notice).onConflictDoNothing().returning()
  return rows.length > 0
}

/**
 * Emails users without a plan whose trial ends within two days or has just ended, once each; notifies open tabs of
 * those whose trial has ended.
 */
export async function notifyTrials(services: BillingServices, now: Date): Promise<void> {
  if (!services.provider) return
  await systemTransaction(services.db, async (transaction) => {
    const soon = new Date(now.getTime() + TRIAL_NOTICE_DAYS * DAY_MS)
    const people = await transaction
      .select({ id: profiles.id, endsAt: profiles.trialEndsAt })
      .from(profiles)
      .where(
        and(
          isNotNull(profiles.trialEndsAt),
          eq(profiles.hasFreeAccess, false),
          between(profiles.trialEndsAt, new Date(now.getTime() - NEWS_FOR_MS), soon),
        ),
      )
    for (const { id, endsAt } of people) {
      if (!endsAt) continue
      const { plan } = await accessOf(transaction, id, { billingOff: false, now })
      if (plan !== 'trial' && plan !== 'none') continue
      // They pay for none of their workspaces, so there is nothing to choose a plan for.
      if (!(await planApplies(services, transaction, id))) continue
      const notice = plan === 'trial' ? 'trial_ending' : 'trial_ended'
      const at = endsAt.toISOString()
      if (!(await noteOnce(transaction, { userId: id, notice, about: at }))) continue
      await services.sendMail(transaction, { mail: notice, user_id: id, plan: null, at, since: null })
      if (notice === 'trial_ended') await planChanged(services, transaction, id)
    }
  })
}
