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
import { doneColumns } from './mark-done.ts'
import { type MessageRow, presentQuestion } from './questions.queries.ts'
import { messages } from './questions.table.ts'

/** A FAQ as people create it, except that its answer may be missing. */
const draftInput = createFaqInput.extend({ answer: plainText().trim().max(ANSWER_MAX) })

/** Written in one statement. */
const INSERT_BATCH_SIZE = 500

const hasBecomeFaq = ({ tx }: WorkspaceTransaction) =>
  exists(
    tx
      .select({ one: sql`1` })
      .from(faqs)
      .where(and(eq(faqs.workspaceId, messages.workspaceId), eq(faqs.id, messages.faqId))),
  )

const limitError = (messageCount: number, remainingFaqs: number, planLimit: number) =>
  new AppError(
    'limit',
    'limit.faqs',
    `There ${remainingFaqs === 1 ? 'is' : 'are'} ${plural(messageCount, 'message')} to move, and your plan of ${planLimit} FAQs has room for ${remainingFaqs === 0 ? 'none' : remainingFaqs}. Nothing was moved.`,
    { details: { limit: planLimit, room: remainingFaqs, count: messageCount } },
  )

/** Returns true when a question got no answer; its text must not become the answer of a FAQ. */
const isUnanswered = sql<boolean>`(${messages.outcome} <> 'answered' or ${columnNeedsAnswer(messages.answer)})`

/**
 * Counts the questions that "Move all" would move, those of them that need an answer, and those that are in FAQs
 * already.
 */
export const countMovable = (context: WorkspaceContext): Promise<Movable> =>
  inReadTransaction(context, async (transaction) => {
    const isInFaqs = hasBecomeFaq(transaction)
    const [movableCounts] = await transaction.tx
      .select({
        movable: sql<number>`(count(*) filter (where not ${isInFaqs}))::int`,
        needs_answer: sql<number>`(count(*) filter (where not ${isInFaqs} and ${isUnanswered}))::int`,
        in_faqs: sql<number>`(count(*) filter (where ${isInFaqs}))::int`,
      })
      .from(messages)
      .where(eq(messages.workspaceId, transaction.workspaceId))
    return movableCounts ?? { movable: 0, needs_answer: 0, in_faqs: 0 }
  })

/**
 * Every question becomes a draft FAQ, oldest first, all or none. Questions that are a FAQ already, or were added to one,
 * are skipped, so that moving twice makes nothing twice. Drafts of questions that were not answered have an empty answer,
 * and their questions are still to do.
 * @throws limit `limit.faqs`, with how many there is room for
 */
export const moveAllToFaqs = (context: WorkspaceContext): Promise<MovedToFaqs> => {
  const maxFaqs = faqLimit(context)
  return inTransaction(context, async (transaction) => {
    const movableRows = await transaction.tx
      .select({ message: messages, isUnanswered })
      .from(messages)
      .where(and(eq(messages.workspaceId, transaction.workspaceId), not(hasBecomeFaq(transaction))))
      .orderBy(asc(messages.id))
      .for('no key update')
    const { in_faqs } = await countMovable(transaction)
    const unansweredCount = movableRows.filter((movableRow) => movableRow.isUnanswered).length
    const moveResult = { moved: movableRows.length, needs_answer: unansweredCount, in_faqs }
    if (movableRows.length === 0) return moveResult
    await withFaqOrder(transaction, async (orderTransaction) => {
      const remainingFaqs = await roomFor(orderTransaction, maxFaqs)
      if (maxFaqs !== null && remainingFaqs < movableRows.length)
        throw limitError(movableRows.length, remainingFaqs, maxFaqs)
      for (let batchStart = 0; batchStart < movableRows.length; batchStart += INSERT_BATCH_SIZE)
        await moveBatch(orderTransaction, movableRows.slice(batchStart, batchStart + INSERT_BATCH_SIZE))
      await recordAudit(orderTransaction, { action: 'question.all_moved', details: { count: movableRows.length } })
      await emit(orderTransaction, { type: 'question.changed', id: null })
    })
    return moveResult
  })
}

async function moveBatch(
  transaction: FaqOrderTransaction,
  movableRows: { message: MessageRow; isUnanswered: boolean }[],
): Promise<void> {
  const insertedFaqs = await insertFaqs(
    transaction,
    movableRows.map(({ message, isUnanswered }) =>
      draftInput.parse({ ...toFaqDraft(message), ...(isUnanswered && { answer: '' }) }),
    ),
  )
  const createdFaqs = movableRows.map(({ message, isUnanswered }, rowIndex) => {
    const isSettled = !isUnanswered && settledByFaq(presentQuestion(message))
    return sql`(${message.id}::uuid, ${insertedFaqs[rowIndex]?.id}::uuid, ${isSettled}::boolean)`
  })
  const { doneAt, doneBy: name } = doneColumns(transaction)
  await transaction.tx.execute(
    sql`update messages set faq_id = made.faq_id,
          done_at = case when made.settled then ${doneAt.toISOString()}::timestamptz else done_at end,
          done_by = case when made.settled then ${name}::text else done_by end
        from (values ${sql.join(createdFaqs, sql`, `)}) as made (id, faq_id, settled)
        where messages.workspace_id = ${transaction.workspaceId} and messages.id = made.id`,
  )
}
