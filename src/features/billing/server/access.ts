import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import { profiles } from '../../accounts/server/index.ts'
import type { Access } from '../contract.ts'
import { accessFor, type BillingSubscription, bestSubscription } from '../domain/access.ts'
import { subscriptions } from './billing.table.ts'

export type SubscriptionRow = typeof subscriptions.$inferSelect

const withDomainNames = (row: SubscriptionRow): BillingSubscription & { row: SubscriptionRow } => ({
  status: row.status,
  plan: row.plan,
  current_period_end: row.currentPeriodEnd,
  past_due_since: row.pastDueSince,
  cancel_at_period_end: row.cancelAtPeriodEnd,
  row,
})

/** A person's access, and the subscriptions it follows from: the one that counts first. `tx` runs as the system role. */
export async function accessAndSubscriptionsOf(
  transaction: Tx,
  userId: string,
  options: { billingOff: boolean; now?: Date },
): Promise<{ access: Access; subscriptions: SubscriptionRow[] }> {
  const now = options.now ?? new Date()
  const [profile] = await transaction.select().from(profiles).where(eq(profiles.id, userId))
  const rows = (await transaction.select().from(subscriptions).where(eq(subscriptions.userId, userId))).map(
    withDomainNames,
  )
  const best = bestSubscription(rows, now)
  const person = {
    trial_ends_at: profile?.trialEndsAt ?? null,
    has_had_trial: profile?.hasHadTrial ?? false,
    has_free_access: profile?.hasFreeAccess ?? false,
  }
  const others = rows.filter((one) => one !== best)
  return {
    access: accessFor(person, best, now, { billingOff: options.billingOff }),
    subscriptions: [...(best ? [best] : []), ...others].map(({ row }) => row),
  }
}

/** Returns what the user's plan currently gives. `tx` runs as the system role. */
export const accessOf = async (
  transaction: Tx,
  userId: string,
  options: { billingOff: boolean; now?: Date },
): Promise<Access> => (await accessAndSubscriptionsOf(transaction, userId, options)).access
