import { and, eq, sql } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { type Database, systemTransaction } from '../../../platform/db/index.ts'
import {
  emit,
  inReadTransaction,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
  workspaces,
} from '../../workspaces/server/index.ts'
import { DIGEST_PAUSE, type DigestFrequency, type DigestSetting } from '../contract.ts'
import { knownTimeZone, nextDigestAt } from '../domain/next-digest.ts'
import { digestMails, digestSubscriptions } from './digest.table.ts'

const DIGEST_OFF: DigestSetting = { frequency: 'off', time_zone: 'UTC', next_at: null }

const SETTING_COLUMNS = {
  frequency: digestSubscriptions.frequency,
  timeZone: digestSubscriptions.timeZone,
  nextAt: digestSubscriptions.nextAt,
}

const toDigestSetting = (
  subscription: Pick<typeof digestSubscriptions.$inferSelect, keyof typeof SETTING_COLUMNS> | undefined,
): DigestSetting =>
  subscription
    ? {
        frequency: subscription.frequency,
        time_zone: subscription.timeZone,
        next_at: subscription.nextAt?.toISOString() ?? null,
      }
    : DIGEST_OFF

/** Throws forbidden `digest.person_only`: programs read no mail. */
function requireUserId({ userId }: WorkspaceTransaction): string {
  if (userId === null) throw new AppError('forbidden', 'digest.person_only', 'Only a person can get a digest.')
  return userId
}

const isOwnSubscription = (transaction: WorkspaceTransaction) =>
  and(
    eq(digestSubscriptions.workspaceId, transaction.workspaceId),
    eq(digestSubscriptions.userId, requireUserId(transaction)),
  )

/** The user's digest settings for the workspace. */
export const digestSetting = (context: WorkspaceContext): Promise<DigestSetting> =>
  inReadTransaction(context, async (transaction) => {
    const [row] = await transaction.tx
      .select(SETTING_COLUMNS)
      .from(digestSubscriptions)
      .where(isOwnSubscription(transaction))
    return toDigestSetting(row)
  })

/** Turned on, it begins now: what happened before is in no digest. */
export const setDigest = (
  context: WorkspaceContext,
  options: { frequency: DigestFrequency; time_zone: string },
  now = new Date(),
): Promise<DigestSetting> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    const userId = requireUserId(transaction)
    const validZone = knownTimeZone(options.time_zone)
    const { frequency } = options
    const subscriptionChange = {
      frequency,
      timeZone: validZone,
      nextAt: frequency === 'off' ? null : nextDigestAt(now, frequency, validZone),
    }
    const { coveredUntil, frequency: before } = digestSubscriptions
    const [row] = await tx
      .insert(digestSubscriptions)
      .values({ workspaceId, userId, id: newId(), ...subscriptionChange, coveredUntil: now })
      .onConflictDoUpdate({
        target: [digestSubscriptions.workspaceId, digestSubscriptions.userId],
        set: {
          ...subscriptionChange,
          coveredUntil: sql`case when ${before} = 'off' then excluded.covered_until else ${coveredUntil} end`,
        },
      })
      .returning(SETTING_COLUMNS)
    return toDigestSetting(row)
  })

/** Has a digest of the last day or week mailed at once. @throws conflict `digest.off`, `digest.too_soon` */
export const sendDigestNow = (context: WorkspaceContext, now = new Date()): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    const userId = requireUserId(transaction)
    const [row] = await tx
      .select({ frequency: digestSubscriptions.frequency, askedAt: digestSubscriptions.askedAt })
      .from(digestSubscriptions)
      .where(isOwnSubscription(transaction))
      .for('update')
    if (!row || row.frequency === 'off')
      throw new AppError('conflict', 'digest.off', 'Choose how often you want the digest first.')
    if (row.askedAt !== null && now.getTime() - row.askedAt.getTime() < DIGEST_PAUSE * 1000)
      throw new AppError(
        'conflict',
        'digest.too_soon',
        'A digest is on its way. Please wait a minute before you request another one.',
      )
    const periodDays = row.frequency === 'daily' ? 1 : 7
    const periodStart = new Date(now.getTime() - periodDays * 24 * 60 * 60 * 1000)
    const id = newId()
    await tx.update(digestSubscriptions).set({ askedAt: now }).where(isOwnSubscription(transaction))
    await tx
      .insert(digestMails)
      .values({ workspaceId, id, userId, period: `now:${id}`, fromAt: periodStart, untilAt: now })
    await emit(transaction, { type: 'digest.requested', id })
  })

/** Ends a subscription by its id, which its emails contain. @returns the workspace's name, if it exists */
export const endDigest = (database: Database, subscriptionId: string): Promise<string | null> =>
  systemTransaction(database, async (transaction) => {
    const [ended] = await transaction
      .update(digestSubscriptions)
      .set({ frequency: 'off', nextAt: null })
      .from(workspaces)
      .where(and(eq(digestSubscriptions.id, subscriptionId), eq(workspaces.id, digestSubscriptions.workspaceId)))
      .returning({ name: workspaces.name })
    return ended?.name ?? null
  })
