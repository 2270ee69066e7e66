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
const MAX_NOTICE_AGE_MS = 3 * DAY_MS

/** @returns whether this was the first time; so notices are sent once, however many processes look. */
async function recordNoticeOnce(transaction: Tx, trialNotice: typeof billingNotices.$inferInsert): Promise<boolean> {
  const insertedNotices = await transaction.insert(billingNotices).values(trialNotice).onConflictDoNothing().returning()
  return insertedNotices.length > 0
}

/**
 * Emails users without a plan whose trial ends within two days or has just ended, once each; notifies open tabs of
 * those whose trial has ended.
 */
export async function notifyTrials(services: BillingServices, now: Date): Promise<void> {
  if (!services.provider) return
  await systemTransaction(services.db, async (transaction) => {
    const noticeHorizon = new Date(now.getTime() + TRIAL_NOTICE_DAYS * DAY_MS)
    const trialProfiles = await transaction
      .select({ id: profiles.id, endsAt: profiles.trialEndsAt })
      .from(profiles)
      .where(
        and(
          isNotNull(profiles.trialEndsAt),
          eq(profiles.hasFreeAccess, false),
          between(profiles.trialEndsAt, new Date(now.getTime() - MAX_NOTICE_AGE_MS), noticeHorizon),
        ),
      )
    for (const { id, endsAt } of trialProfiles) {
      if (!endsAt) continue
      const { plan } = await accessOf(transaction, id, { billingOff: false, now })
      if (plan !== 'trial' && plan !== 'none') continue
      // They pay for none of their workspaces, so there is nothing to choose a plan for.
      if (!(await planApplies(services, transaction, id))) continue
      const noticeKind = plan === 'trial' ? 'trial_ending' : 'trial_ended'
      const trialEndsAt = endsAt.toISOString()
      if (!(await recordNoticeOnce(transaction, { userId: id, notice: noticeKind, about: trialEndsAt }))) continue
      await services.sendMail(transaction, { mail: noticeKind, user_id: id, plan: null, at: trialEndsAt, since: null })
      if (noticeKind === 'trial_ended') await planChanged(services, transaction, id)
    }
  })
}
