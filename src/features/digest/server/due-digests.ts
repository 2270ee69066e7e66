import { and, eq, lt, lte, ne, sql } from 'drizzle-orm'
import { newId } from '../../../kernel/ids.ts'
import { type Database, systemTransaction, type Tx } from '../../../platform/db/index.ts'
import { nextDigestAt } from '../domain/next-digest.ts'
import { digestMails, digestSubscriptions } from './digest.table.ts'

const BATCH_SIZE = 100
const RETENTION_DAYS = 90

const DUE_COLUMNS = {
  workspaceId: digestSubscriptions.workspaceId,
  userId: digestSubscriptions.userId,
  frequency: digestSubscriptions.frequency,
  timeZone: digestSubscriptions.timeZone,
  nextAt: digestSubscriptions.nextAt,
  coveredUntil: digestSubscriptions.coveredUntil,
}

type DueDigest = Pick<typeof digestSubscriptions.$inferSelect, keyof typeof DUE_COLUMNS>

/** Enters the digest of one period, once, and sets when the next is due. @returns its id, null where it was entered before */
async function enterDigest(transaction: Tx, dueDigest: DueDigest, now: Date): Promise<string | null> {
  const { workspaceId, userId, frequency, nextAt } = dueDigest
  if (frequency === 'off' || nextAt === null) return null
  const id = newId()
  const [entered] = await transaction
    .insert(digestMails)
    .values({ workspaceId, id, userId, period: nextAt.toISOString(), fromAt: dueDigest.coveredUntil, untilAt: now })
    .onConflictDoNothing()
    .returning({ id: digestMails.id })
  await transaction
    .update(digestSubscriptions)
    .set({ nextAt: nextDigestAt(now, frequency, dueDigest.timeZone), ...(entered && { coveredUntil: now }) })
    .where(and(eq(digestSubscriptions.workspaceId, workspaceId), eq(digestSubscriptions.userId, userId)))
  return entered?.id ?? null
}

/**
 * Enters every digest that is due, and has it sent. Several nodes may do so at once: each row is one's alone, and of each
 * period there is one mail. What a node that was down missed is in one digest.
 * @returns how many were entered
 */
export async function enterDueDigests(
  database: Database,
  queueMail: (transaction: Tx, mail: { workspace_id: string; id: string }) => Promise<void>,
  now = new Date(),
): Promise<number> {
  let enteredCount = 0
  for (;;) {
    const batchCounts = await systemTransaction(database, async (transaction) => {
      const dueDigests = await transaction
        .select(DUE_COLUMNS)
        .from(digestSubscriptions)
        .where(and(lte(digestSubscriptions.nextAt, now), ne(digestSubscriptions.frequency, 'off')))
        .orderBy(digestSubscriptions.nextAt, digestSubscriptions.id)
        .limit(BATCH_SIZE)
        .for('update', { skipLocked: true })
      let mine = 0
      for (const dueDigest of dueDigests) {
        const mailId = await enterDigest(transaction, dueDigest, now)
        if (mailId === null) continue
        mine++
        await queueMail(transaction, { workspace_id: dueDigest.workspaceId, id: mailId })
      }
      return { all: dueDigests.length, mine }
    })
    enteredCount += batchCounts.mine
    if (batchCounts.all < BATCH_SIZE) break
  }
  await systemTransaction(database, (transaction) =>
    transaction
      .delete(digestMails)
      .where(
        lt(digestMails.createdAt, sql`${now.toISOString()}::timestamptz - make_interval(days => ${RETENTION_DAYS})`),
      ),
  )
  return enteredCount
}
