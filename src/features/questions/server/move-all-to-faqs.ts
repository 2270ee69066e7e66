import { and, asc, eq, exists, not, sql } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import { plural } from '../../../kernel/text.ts'
import { plainText } from '../../../kernel/wire.ts'
import { ANSWER_MAX, createFaqInput } from '../../faqs/contract.ts'
import {
  columnNeedsAnswer,
  type FaqOrderTransaction,
  faqLimit,
  faqs,
  insertFaqs,
  roomFor,
  withFaqOrder,
} from '../../faqs/server/index.ts'
import {
  emit,
  inReadTransaction,
  inTransaction,
  recordAudit,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import type { Movable, MovedToFaqs } from '../contract.ts'
import { toFaqDraft } from '../domain/to-faq-draft.ts'
import { settledByFaq } from '../domain/views.ts'
import { doneBy } from './mark-done.ts'
import { type MessageRow, presentQuestion } from './questions.queries.ts'
import { messages } from './questions.table.ts'

/** A FAQ as people create it, except that its answer may be missing. */
const draftInput = createFaqInput.extend({ answer: plainText().trim().max(ANSWER_MAX) })

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

/** Returns true when a question got no answer; its text must not become the answer of a FAQ. */
const isUnanswered = sql<boolean>`(${messages.outcome} <> 'answered' or ${columnNeedsAnswer(messages.answer)})`

/**
 * Counts the questions that "Move all" would move, those of them that need an answer, and those that are in FAQs
 * already.
 */
export const countMovable = (context: WorkspaceContext): Promise<Movable> =>
  inReadTransaction(context, async (transaction) => {
    const isInFaqs = becameFaq(transaction)
    const [row] = await transaction.tx
      .select({
        movable: sql<number>`(count(*) filter (where not ${isInFaqs}))::int`,
        needs_answer: sql<number>`(count(*) filter (where not ${isInFaqs} and ${isUnanswered}))::int`,
        in_faqs: sql<number>`(count(*) filter (where ${isInFaqs}))::int`,
      })
      .from(messages)
      .where(eq(messages.workspaceId, transaction.workspaceId))
    return row ?? { movable: 0, needs_answer: 0, in_faqs: 0 }
  })

/**
 * Every question becomes a draft FAQ, oldest first, all or none. Questions that are a FAQ already, or were added to one,
 * are skipped, so that moving twice makes nothing twice. Drafts of questions that were not answered have an empty answer,
 * and their questions are still to do.
 * @throws limit `limit.faqs`, with how many there is room for
 */
export const moveAllToFaqs = (context: WorkspaceContext): Promise<MovedToFaqs> => {
  const limit = faqLimit(context)
  return inTransaction(context, async (transaction) => {
    const rows = await transaction.tx
      .select({ message: messages, isUnanswered })
      .from(messages)
      .where(and(eq(messages.workspaceId, transaction.workspaceId), not(becameFaq(transaction))))
      .orderBy(asc(messages.id))
      .for('no key update')
    const { in_faqs } = await countMovable(transaction)
    const unanswered = rows.filter((row) => row.isUnanswered).length
    const result = { moved: rows.length, needs_answer: unanswered, in_faqs }
    if (rows.length === 0) return result
    await withFaqOrder(transaction, async (order) => {
      const room = await roomFor(order, limit)
      if (limit !== null && room < rows.length) throw tooMany(rows.length, room, limit)
      for (let index = 0; index < rows.length; index += BATCH) await moveBatch(order, rows.slice(index, index + BATCH))
      await recordAudit(order, { action: 'question.all_moved', details: { count: rows.length } })
      await emit(order, { type: 'question.changed', id: null })
    })
    return result
  })
}

async function moveBatch(
  transaction: FaqOrderTransaction,
  rows: { message: MessageRow; isUnanswered: boolean }[],
): Promise<void> {
  const inserted = await insertFaqs(
    transaction,
    rows.map(({ message, isUnanswered }) =>
      draftInput.parse({ ...toFaqDraft(message), ...(isUnanswered && { answer: '' }) }),
    ),
  )
  const made = rows.map(({ message, isUnanswered }, index) => {
    const settled = !isUnanswered && settledByFaq(presentQuestion(message))
    return sql`(${message.id}::uuid, ${inserted[index]?.id}::uuid, ${settled}::boolean)`
  })
  const { doneAt, doneBy: name } = doneBy(transaction)
  await transaction.tx.execute(
    sql`update messages set faq_id = made.faq_id,
          done_at = case when made.settled then ${doneAt.toISOString()}::timestamptz else done_at end,
          done_by = case when made.settled then ${name}::text else done_by end
        from (values ${sql.join(made, sql`, `)}) as made (id, faq_id, settled)
        where messages.workspace_id = ${transaction.workspaceId} and messages.id = made.id`,
  )
}
