import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import { profiles } from '../../accounts/server/index.ts'
import type { Access } from '../contract.ts'
import { accessFor, type BillingSubscription, bestSubscription } from '../domain/access.ts'
import { subscriptions } from './billing.table.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect

const withDomainNames = (storedSubscription: SubscriptionRow): BillingSubscription & { row: SubscriptionRow } => ({
  status: storedSubscription.status,
  plan: storedSubscription.plan,
  current_period_end: storedSubscription.currentPeriodEnd,
  past_due_since: storedSubscription.pastDueSince,
  cancel_at_period_end: storedSubscription.cancelAtPeriodEnd,
  row: storedSubscription,
})

/**
 * A person's access, and the subscriptions it follows from: the one that counts first.
 * `transaction` runs as the system role.
 */
export async function accessAndSubscriptionsOf(
  transaction: Tx,
  userId: string,
  accessOptions: { billingOff: boolean; now?: Date },
): Promise<{ access: Access; subscriptions: SubscriptionRow[] }> {
  const now = accessOptions.now ?? new Date()
  const [profile] = await transaction.select().from(profiles).where(eq(profiles.id, userId))
  const candidates = (await transaction.select().from(subscriptions).where(eq(subscriptions.userId, userId))).map(
    withDomainNames,
  )
  const bestCandidate = bestSubscription(candidates, now)
  const billingProfile = {
    trial_ends_at: profile?.trialEndsAt ?? null,
    has_had_trial: profile?.hasHadTrial ?? false,
    has_free_access: profile?.hasFreeAccess ?? false,
  }
  const otherCandidates = candidates.filter((candidate) => candidate !== bestCandidate)
  return {
    access: accessFor(billingProfile, bestCandidate, now, { billingOff: accessOptions.billingOff }),
    subscriptions: [...(bestCandidate ? [bestCandidate] : []), ...otherCandidates].map(({ row }) => row),
  }
}

/** Returns what the user's plan currently gives. `transaction` runs as the system role. */
export const accessOf = async (
  transaction: Tx,
  userId: string,
  accessOptions: { billingOff: boolean; now?: Date },
): Promise<Access> => (await accessAndSubscriptionsOf(transaction, userId, accessOptions)).access
