import { eq } from 'drizzle-orm'
import { isId, newId } from '../../../kernel/ids.ts'
import type { Tx } from '../../../platform/db/index.ts'
import { lockNamed } from '../../../platform/db/index.ts'
import { users } from '../../accounts/server/index.ts'
import { notificationFor } from '../domain/subscription-notification.ts'
import { subscriptions } from './billing.table.ts'
import { type BillingServices, planChanged } from './billing-services.ts'
import type { SubscriptionReport } from './provider.ts'

type Row = typeof subscriptions.$inferSelect

/**
 * `recorded` · `unchanged` · `outdated`: a later state is known · `foreign`: not one of our plans or users ·
 * `orphaned`: the user was deleted, so it is canceled.
 */
export type SubscriptionUpdateResult = 'recorded' | 'unchanged' | 'outdated' | 'foreign' | 'orphaned'

/** Subscriptions that may still be charged. */
const RUNS: readonly Row['status'][] = ['active', 'trialing', 'past_due', 'incomplete']

const sameInstant = (left: Date | null, right: Date | null) => (left?.getTime() ?? null) === (right?.getTime() ?? null)

const isSame = (row: Row, next: Omit<Row, 'id' | 'userId' | 'createdAt' | 'updatedAt' | 'reportedAt' | 'providerId'>) =>
  row.plan === next.plan &&
  row.status === next.status &&
  row.cancelAtPeriodEnd === next.cancelAtPeriodEnd &&
  row.pendingPlan === next.pendingPlan &&
  sameInstant(row.pendingAt, next.pendingAt) &&
  sameInstant(row.currentPeriodStart, next.currentPeriodStart) &&
  sameInstant(row.currentPeriodEnd, next.currentPeriodEnd) &&
  sameInstant(row.pastDueSince, next.pastDueSince)

/** A new subscription replaces past-due ones, so that the user does not pay for both. */
async function cancelPastDue(
  services: BillingServices,
  transaction: Tx,
  userId: string,
  startedId: string,
): Promise<void> {
  const rows = await transaction.select().from(subscriptions).where(eq(subscriptions.userId, userId))
  for (const { providerId, status } of rows)
    if (providerId && providerId !== startedId && status === 'past_due')
      await services.release(transaction, { subscription_id: providerId })
}

/**
 * Stores a reported subscription in the caller's transaction (system role). Repeated and outdated reports change
 * nothing. Notifies the owner's tabs and, where necessary, sends an email.
 */
export async function applySubscriptionUpdate(
  services: BillingServices,
  transaction: Tx,
  report: SubscriptionReport,
): Promise<SubscriptionUpdateResult> {
  const { id: providerId, userId, plan } = report
  if (!plan || !userId || !isId(userId)) return 'foreign'
  // Reports of one subscription come at the same time: by webhook, and as the answer to our own call.
  await lockNamed(transaction, `subscription:${providerId}`)
  const [row] = await transaction.select().from(subscriptions).where(eq(subscriptions.providerId, providerId))
  if (row?.reportedAt && report.changedAt < row.reportedAt) return 'outdated'
  const [owner] = await transaction.select({ id: users.id }).from(users).where(eq(users.id, userId))
  if (!owner) {
    if (!RUNS.includes(report.status)) return 'foreign'
    services.log('warn', 'The owner of a subscription was deleted; the subscription is canceled.', {
      subscription: providerId,
    })
    await services.release(transaction, { subscription_id: providerId })
    return 'orphaned'
  }
  const next = {
    plan,
    status: report.status,
    currentPeriodStart: report.currentPeriodStart,
    currentPeriodEnd: report.currentPeriodEnd,
    cancelAtPeriodEnd: report.cancelAtPeriodEnd,
    pastDueSince: report.status === 'past_due' ? (report.pastDueSince ?? row?.pastDueSince ?? report.changedAt) : null,
    pendingPlan: report.pendingPlan,
    pendingAt: report.pendingAt,
  }
  const reportedAt = report.changedAt
  if (row && isSame(row, next)) {
    await transaction.update(subscriptions).set({ reportedAt }).where(eq(subscriptions.id, row.id))
    return 'unchanged'
  }
  if (row)
    await transaction
      .update(subscriptions)
      .set({ ...next, reportedAt, updatedAt: new Date() })
      .where(eq(subscriptions.id, row.id))
  else await transaction.insert(subscriptions).values({ id: newId(), userId, providerId, ...next, reportedAt })
  const news = notificationFor(row ?? null, next)
  const of = row?.userId ?? userId
  if (news) {
    const at = (next.pendingPlan ? next.pendingAt : next.currentPeriodEnd)?.toISOString() ?? null
    const about = next.pendingPlan ?? plan
    await services.sendMail(transaction, {
      mail: news,
      user_id: of,
      plan: about,
      at,
      since: next.pastDueSince?.toISOString() ?? null,
    })
  }
  if (news === 'started') await cancelPastDue(services, transaction, of, providerId)
  await planChanged(services, transaction, of)
  return 'recorded'
}
