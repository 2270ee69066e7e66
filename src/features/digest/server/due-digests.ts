import { and, eq, lt, lte, ne, sql } from 'drizzle-orm'
import { newId } from '../../../kernel/ids.ts'
import { type Database, systemTransaction, type Tx } from '../../../platform/db/index.ts'
import { nextDigestAt } from '../domain/next-digest.ts'
import { digestMails, digestSubscriptions } from './digest.table.ts'

const AT_ONCE = 100
const KEPT_DAYS = 90

const DUE = {
  workspaceId: digestSubscriptions.workspaceId,
  userId: digestSubscriptions.userId,
  frequency: digestSubscriptions.frequency,
  timeZone: digestSubscriptions.timeZone,
  nextAt: digestSubscriptions.nextAt,
  coveredUntil: digestSubscriptions.coveredUntil,
}

type Due = Pick<typeof digestSubscriptions.$inferSelect, keyof typeof DUE>

/** Enters the digest of one period, once, and sets when the next is due. @returns its id, null where it was entered before */
async function enter(transaction: Tx, due: Due, now: Date): Promise<string | null> {
  const { workspaceId, userId, frequency, nextAt } = due
  if (frequency === 'off' || nextAt === null) return null
  const id = newId()
  const [entered] = await transaction
    .insert(digestMails)
    .values({ workspaceId, id, userId, period: nextAt.toISOString(), fromAt: due.coveredUntil, untilAt: now })
    .onConflictDoNothing()
    .returning({ id: digestMails.id })
  await transaction
    .update(digestSubscriptions)
    .set({ nextAt: nextDigestAt(now, frequency, due.timeZone), ...(entered && { coveredUntil: now }) })
    .where(and(eq(digestSubscriptions.workspaceId, workspaceId), eq(digestSubscriptions.userId, userId)))
  return entered?.id ?? null
}

/**
 * Enters every digest that is due, and has it sent. Several nodes may do so at once: each row is one's alone, and of each
 * period there is one mail. What a node that was down missed is in one digest.
 * @returns how many were entered
 */
export async function enterDueDigests(
  db: Database,
  send: (transaction: Tx, mail: { workspace_id: string; id: string }) => Promise<void>,
  now = new Date(),
): Promise<number> {
  let entered = 0
  for (;;) {
    const found = await systemTransaction(db, async (transaction) => {
      const rows = await transaction
        .select(DUE)
        .from(digestSubscriptions)
        .where(and(lte(digestSubscriptions.nextAt, now), ne(digestSubscriptions.frequency, 'off')))
        .orderBy(digestSubscriptions.nextAt, digestSubscriptions.id)
        .limit(AT_ONCE)
        .for('update', { skipLocked: true })
      let mine = 0
      for (const due of rows) {
        const id = await enter(transaction, due, now)
        if (id === null) continue
        mine++
        await send(transaction, { workspace_id: due.workspaceId, id })
      }
      return { all: rows.length, mine }
    })
    entered += found.mine
    if (found.all < AT_ONCE) break
  }
  await systemTransaction(db, (transaction) =>
    transaction
      .delete(digestMails)
      .where(lt(digestMails.createdAt, sql`${now.toISOString()}::timestamptz - make_interval(days => ${KEPT_DAYS})`)),
  )
  return entered
}
