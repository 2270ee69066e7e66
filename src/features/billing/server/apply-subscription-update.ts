import { eq } from 'drizzle-orm'
import { isId, newId } from '../../../kernel/ids.ts'
import type { Tx } from '../../../platform/db/index.ts'
import { lockNamed } from '../../../platform/db/index.ts'
import { users } from '../../accounts/server/index.ts'
import { notificationFor } from '../domain/subscription-notification.ts'
import { subscriptions } from './billing.table.ts'
import { type BillingServices, planChanged } from './billing-services.ts'
import type { SubscriptionReport } from './provider.ts'

type StoredSubscription = typeof subscriptions.$inferSelect

/**
 * `recorded` · `unchanged` · `outdated`: a later state is known · `foreign`: not one of our plans or users ·
 * `orphaned`: the user was deleted, so it is canceled.
 */
export type SubscriptionUpdateResult = 'recorded' | 'unchanged' | 'outdated' | 'foreign' | 'orphaned'

/** Subscriptions that may still be charged. */
const CHARGEABLE_STATUSES: readonly StoredSubscription['status'][] = ['active', 'trialing', 'past_due', 'incomplete']

const sameInstant = (firstInstant: Date | null, secondInstant: Date | null) =>
  (firstInstant?.getTime() ?? null) === (secondInstant?.getTime() ?? null)

const isUnchanged = (
  storedSubscription: StoredSubscription,
  nextState: Omit<StoredSubscription, 'id' | 'userId' | 'createdAt' | 'updatedAt' | 'reportedAt' | 'providerId'>,
) =>
  storedSubscription.plan === nextState.plan &&
  storedSubscription.status === nextState.status &&
  storedSubscription.cancelAtPeriodEnd === nextState.cancelAtPeriodEnd &&
  storedSubscription.pendingPlan === nextState.pendingPlan &&
  sameInstant(storedSubscription.pendingAt, nextState.pendingAt) &&
  sameInstant(storedSubscription.currentPeriodStart, nextState.currentPeriodStart) &&
  sameInstant(storedSubscription.currentPeriodEnd, nextState.currentPeriodEnd) &&
  sameInstant(storedSubscription.pastDueSince, nextState.pastDueSince)

/** A new subscription replaces past-due ones, so that the user does not pay for both. */
async function cancelPastDue(
  services: BillingServices,
  transaction: Tx,
  userId: string,
  startedProviderId: string,
): Promise<void> {
  const userSubscriptions = await transaction.select().from(subscriptions).where(eq(subscriptions.userId, userId))
  for (const { providerId, status } of userSubscriptions)
    if (providerId && providerId !== startedProviderId && status === 'past_due')
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
    if (!CHARGEABLE_STATUSES.includes(report.status)) return 'foreign'
    services.log('warn', 'The owner of a subscription was deleted; the subscription is canceled.', {
      subscription: providerId,
    })
    await services.release(transaction, { subscription_id: providerId })
    return 'orphaned'
  }
  const nextState = {
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
  if (row && isUnchanged(row, nextState)) {
    await transaction.update(subscriptions).set({ reportedAt }).where(eq(subscriptions.id, row.id))
    return 'unchanged'
  }
  if (row)
    await transaction
      .update(subscriptions)
      .set({ ...nextState, reportedAt, updatedAt: new Date() })
      .where(eq(subscriptions.id, row.id))
  else await transaction.insert(subscriptions).values({ id: newId(), userId, providerId, ...nextState, reportedAt })
  const notification = notificationFor(row ?? null, nextState)
  const recipientId = row?.userId ?? userId
  if (notification) {
    const effectiveAt =
      (nextState.pendingPlan ? nextState.pendingAt : nextState.currentPeriodEnd)?.toISOString() ?? null
    const relevantPlan = nextState.pendingPlan ?? plan
    await services.sendMail(transaction, {
      mail: notification,
      user_id: recipientId,
      plan: relevantPlan,
      at: effectiveAt,
      since: nextState.pastDueSince?.toISOString() ?? null,
    })
  }
  if (notification === 'started') await cancelPastDue(services, transaction, recipientId, providerId)
  await planChanged(services, transaction, recipientId)
  return 'recorded'
}
