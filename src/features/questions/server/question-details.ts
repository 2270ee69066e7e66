import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import { faqs } from '../../faqs/server/index.ts'
import {
  contactOf,
  emit,
  inReadTransaction,
  requireMatch,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import { EARLIER_MAX, type NamedFaq, type Question, type QuestionDetails, TURNS_MAX, type Turn } from '../contract.ts'
import { lockQuestion, type MessageRow, NAMED_FAQ_COLUMNS, presentQuestion, questionById } from './questions.queries.ts'
import { messages } from './questions.table.ts'
import { presentReply, repliesTo, visitorAddress } from './replies.queries.ts'
import { notesOf } from './teamwork/question-notes.ts'

async function readLinkedFaq(
  { tx, workspaceId }: WorkspaceTransaction,
  { faqId }: MessageRow,
): Promise<NamedFaq | null> {
  if (faqId === null) return null
  const [faqRow] = await tx
    .select(NAMED_FAQ_COLUMNS)
    .from(faqs)
    .where(and(eq(faqs.workspaceId, workspaceId), eq(faqs.id, faqId)))
  return faqRow ?? null
}

const presentTurn = (messageRow: MessageRow): Turn => {
  const { id, question, answer, outcome, vote, page_url, created_at } = presentQuestion(messageRow)
  return { id, question, answer, outcome, vote, page_url, created_at }
}

async function otherTurns({ tx, workspaceId }: WorkspaceTransaction, messageRow: MessageRow): Promise<Turn[]> {
  const messageRows = await tx
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.conversationId, messageRow.conversationId),
        ne(messages.id, messageRow.id),
      ),
    )
    .orderBy(asc(messages.id))
    .limit(TURNS_MAX)
  return messageRows.map(presentTurn)
}

/** A visitor is known by the address that they left; without one there are no other visits. */
async function earlierQuestions(
  { tx, workspaceId }: WorkspaceTransaction,
  messageRow: MessageRow,
  visitorEmail: string | null,
): Promise<Turn[]> {
  if (!visitorEmail) return []
  const messageRows = await tx
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(sql`lower(${messages.visitorEmail})`, visitorEmail.toLowerCase()),
        ne(messages.conversationId, messageRow.conversationId),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(EARLIER_MAX)
  return messageRows.map(presentTurn)
}

/** The details of a question that its `ETag` covers. */
async function taggedDetails(transaction: WorkspaceTransaction, messageRow: MessageRow) {
  return {
    ...presentQuestion(messageRow),
    reasons: messageRow.reasons,
    visitor_note: messageRow.visitorNote,
    done_by: messageRow.doneBy,
    faq: await readLinkedFaq(transaction, messageRow),
    reply_to_visitor: await visitorAddress(transaction, messageRow),
    notes: await notesOf(transaction, messageRow.id),
    replies: (await repliesTo(transaction, messageRow.id)).map((replyRow) => presentReply(replyRow)),
  }
}

/** Checks `If-Match` of a change. @throws not_found, precondition_failed */
export const requireSameQuestion = (transaction: WorkspaceTransaction, questionId: string): Promise<void> =>
  requireMatch(transaction, async () => taggedDetails(transaction, await lockQuestion(transaction, questionId)))

/** Changes columns of a question. @throws not_found */
export async function updateQuestion(
  transaction: WorkspaceTransaction,
  questionId: string,
  columnChanges: Partial<Pick<MessageRow, 'assigneeId' | 'snoozedUntil' | 'doneAt' | 'doneBy'>>,
): Promise<Question> {
  const { tx, workspaceId } = transaction
  const [messageRow] = await tx
    .update(messages)
    .set(columnChanges)
    .where(and(eq(messages.workspaceId, workspaceId), eq(messages.id, questionId)))
    .returning()
  if (!messageRow) throw notFound('question')
  await emit(transaction, { type: 'question.changed', id: questionId })
  return { ...presentQuestion(messageRow), faq: await readLinkedFaq(transaction, messageRow) }
}

/** Everything known of one question. @throws not_found */
export async function questionDetails(context: WorkspaceContext, questionId: string): Promise<QuestionDetails> {
  const details = await inReadTransaction(context, async (transaction) => {
    const messageRow = await questionById(transaction, questionId)
    const taggedPart = await taggedDetails(transaction, messageRow)
    return {
      ...taggedPart,
      turns: await otherTurns(transaction, messageRow),
      earlier: await earlierQuestions(transaction, messageRow, taggedPart.reply_to_visitor),
    }
  })
  // The payer of the workspace is outside of the data that members may read.
  const workspaceContact = await systemTransaction(context.services.db, (transaction) =>
    contactOf(transaction, context.workspaceId),
  )
  return { ...details, contact_email: workspaceContact?.email ?? null }
}
