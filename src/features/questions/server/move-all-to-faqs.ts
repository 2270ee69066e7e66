import { and, asc, eq, exists, not, sql } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import { plural } from '../../../kernel/text.ts'
import { createFaqInput } from '../../faqs/contract.ts'
import { faqLimit, faqs, faqsChanged, insertFaqs, lockOrder, roomFor } from '../../faqs/server/index.ts'
import {
  emit,
  inTransaction,
  recordAudit,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import { toFaqDraft } from '../domain/to-faq-draft.ts'
import { settledByFaq } from '../domain/views.ts'
import { doneBy } from './mark-done.ts'
import { type MessageRow, presentQuestion } from './questions.queries.ts'
import { messages } from './questions.table.ts'

/** Written in one statement. */
const BATCH = 500

const becameFaq = ({ tx }: WorkspaceTransaction) =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(faqs)
      .where(and(eq(faqs.workspaceId, messages.workspaceId), eq(faqs.id, messages.faqId))),
  )

const tooMany = (count: number, room: number, limit: number) =>
  new AppError(
    'limit',
    'limit.faqs',
    `There ${room === 1 ? 'is' : 'are'} ${plural(count, 'message')} to move, and your plan of ${limit} FAQs has room for ${room === 0 ? 'none' : room}. Nothing was moved.`,
    { details: { limit, room, count } },
  )

/**
 * Every question becomes a draft FAQ, oldest first, all or none. Those that are a FAQ already, or were added to one, are
 * passed over, so that moving twice makes nothing twice.
 * @returns how many. @throws limit `limit.faqs`, with how many there is room for
 */
export const moveAllToFaqs = (ctx: WorkspaceContext): Promise<number> => {
  const limit = faqLimit(ctx)
  return inTransaction(ctx, async (ctx) => {
    const rows = await ctx.tx
      .select()
      .from(messages)
      .where(and(eq(messages.workspaceId, ctx.workspaceId), not(becameFaq(ctx))))
      .orderBy(asc(messages.id))
      .for('no key update')
    if (rows.length === 0) return 0
    await lockOrder(ctx)
    const room = await roomFor(ctx, limit)
    if (limit !== null && room < rows.length) throw tooMany(rows.length, room, limit)
    const ids: string[] = []
    for (let i = 0; i < rows.length; i += BATCH) ids.push(...(await moveBatch(ctx, rows.slice(i, i + BATCH))))
    await recordAudit(ctx, { action: 'question.all_moved', details: { count: rows.length } })
    await emit(ctx, { type: 'question.changed', id: null })
    await faqsChanged(ctx, ids)
    return rows.length
  })
}

/** @returns the ids of the FAQs */
async function moveBatch(ctx: WorkspaceTransaction, rows: MessageRow[]): Promise<string[]> {
  const inserted = await insertFaqs(
    ctx,
    rows.map((row) => createFaqInput.parse(toFaqDraft(row))),
  )
  const made = rows.map(
    (row, i) => sql`(${row.id}::uuid, ${inserted[i]?.id}::uuid, ${settledByFaq(presentQuestion(row))}::boolean)`,
  )
  const { doneAt, doneBy: name } = doneBy(ctx)
  await ctx.tx.execute(
    sql`update messages set faq_id = made.faq_id,
          done_at = case when made.settled then ${doneAt.toISOString()}::timestamptz else done_at end,
          done_by = case when made.settled then ${name}::text else done_by end
        from (values ${sql.join(made, sql`, `)}) as made (id, faq_id, settled)
        where messages.workspace_id = ${ctx.workspaceId} and messages.id = made.id`,
  )
  return inserted.map(({ id }) => id)
}
