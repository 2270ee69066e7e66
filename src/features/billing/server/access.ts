import { desc, eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import { profiles } from '../../accounts/server/index.ts'
import type { Access } from '../contract.ts'
import { accessFor } from '../domain/access.ts'
import { subscriptions } from './billing.table.ts'

/**
 * What a person's plan gives them now. `tx` runs as the system role. Where several subscriptions were reported, the one
 * that gives most counts, so that access is never lost to a stale row.
 */
export async function accessOf(tx: Tx, userId: string, o: { billingOff: boolean; now?: Date }): Promise<Access> {
  const [profile] = await tx.select().from(profiles).where(eq(profiles.id, userId))
  const rows = await tx
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.userId, userId))
    .orderBy(
      sql`${subscriptions.status} in ('active', 'trialing') desc`,
      sql`${subscriptions.plan} = 'pro' desc`,
      desc(subscriptions.updatedAt),
    )
    .limit(1)
  const row = rows[0]
  return accessFor(
    {
      trial_ends_at: profile?.trialEndsAt ?? null,
      has_had_trial: profile?.hasHadTrial ?? false,
      has_free_access: profile?.hasFreeAccess ?? false,
    },
    row
      ? {
          status: row.status,
          plan: row.plan,
          current_period_end: row.currentPeriodEnd,
          past_due_since: row.pastDueSince,
          cancel_at_period_end: row.cancelAtPeriodEnd,
        }
      : null,
    o.now ?? new Date(),
    { billingOff: o.billingOff },
  )
}
