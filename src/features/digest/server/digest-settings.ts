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

const OFF: DigestSetting = { frequency: 'off', time_zone: 'UTC', next_at: null }

const SETTING = {
  frequency: digestSubscriptions.frequency,
  timeZone: digestSubscriptions.timeZone,
  nextAt: digestSubscriptions.nextAt,
}

const toResponse = (
  row: Pick<typeof digestSubscriptions.$inferSelect, keyof typeof SETTING> | undefined,
): DigestSetting =>
  row ? { frequency: row.frequency, time_zone: row.timeZone, next_at: row.nextAt?.toISOString() ?? null } : OFF

/** Throws forbidden `digest.person_only`: programs read no mail. */
function readerOf({ userId }: WorkspaceTransaction): string {
  if (userId === null) throw new AppError('forbidden', 'digest.person_only', 'Only a person can get a digest.')
  return userId
}

const ofReader = (transaction: WorkspaceTransaction) =>
  and(
    eq(digestSubscriptions.workspaceId, transaction.workspaceId),
    eq(digestSubscriptions.userId, readerOf(transaction)),
  )

/** The user's digest settings for the workspace. */
export const digestSetting = (context: WorkspaceContext): Promise<DigestSetting> =>
  inReadTransaction(context, async (transaction) => {
    const [row] = await transaction.tx.select(SETTING).from(digestSubscriptions).where(ofReader(transaction))
    return toResponse(row)
  })

/** Turned on, it begins now: what happened before is in no digest. */
export const setDigest = (
  context: WorkspaceContext,
  options: { frequency: DigestFrequency; time_zone: string },
  now = new Date(),
): Promise<DigestSetting> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    const userId = readerOf(transaction)
    const zone = knownTimeZone(options.time_zone)
    const { frequency } = options
    const set = { frequency, timeZone: zone, nextAt: frequency === 'off' ? null : nextDigestAt(now, frequency, zone) }
    const { coveredUntil, frequency: before } = digestSubscriptions
    const [row] = await tx
      .insert(digestSubscriptions)
      .values({ workspaceId, userId, id: newId(), ...set, coveredUntil: now })
      .onConflictDoUpdate({
        target: [digestSubscriptions.workspaceId, digestSubscriptions.userId],
        set: {
          ...set,
          coveredUntil: sql`case when ${before} = 'off' then excluded.covered_until else ${coveredUntil} end`,
        },
      })
      .returning(SETTING)
    return toResponse(row)
  })

/** Has a digest of the last day or week mailed at once. @throws conflict `digest.off`, `digest.too_soon` */
export const sendDigestNow = (context: WorkspaceContext, now = new Date()): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    const userId = readerOf(transaction)
    const [row] = await tx
      .select({ frequency: digestSubscriptions.frequency, askedAt: digestSubscriptions.askedAt })
      .from(digestSubscriptions)
      .where(ofReader(transaction))
      .for('update')
    if (!row || row.frequency === 'off')
      throw new AppError('conflict', 'digest.off', 'Choose how often you want the digest first.')
    if (row.askedAt !== null && now.getTime() - row.askedAt.getTime() < DIGEST_PAUSE * 1000)
      throw new AppError(
        'conflict',
        'digest.too_soon',
        'A digest is on its way. Please wait a minute before you request another one.',
      )
    const days = row.frequency === 'daily' ? 1 : 7
    const from = new Date(now.getTime() - days * 24 * 60 * 60 * 1000)
    const id = newId()
    await tx.update(digestSubscriptions).set({ askedAt: now }).where(ofReader(transaction))
    await tx.insert(digestMails).values({ workspaceId, id, userId, period: `now:${id}`, fromAt: from, untilAt: now })
    await emit(transaction, { type: 'digest.requested', id })
  })

/** Ends a subscription by its id, which its emails contain. @returns the workspace's name, if it exists */
export const endDigest = (db: Database, id: string): Promise<string | null> =>
  systemTransaction(db, async (transaction) => {
    const [ended] = await transaction
      .update(digestSubscriptions)
      .set({ frequency: 'off', nextAt: null })
      .from(workspaces)
      .where(and(eq(digestSubscriptions.id, id), eq(workspaces.id, digestSubscriptions.workspaceId)))
      .returning({ name: workspaces.name })
    return ended?.name ?? null
  })
