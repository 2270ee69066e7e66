import { and, asc, desc, eq, ne, sql } from 'drizzle-orm'
import { systemTransaction } from '../../../platform/db/index.ts'
import { faqs } from '../../faqs/server/index.ts'
import {
  contactOf,
  inReadTransaction,
  requireMatch,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import { EARLIER_MAX, type NamedFaq, type QuestionDetails, TURNS_MAX, type Turn } from '../contract.ts'
import { lockQuestion, type MessageRow, presentQuestion, questionById } from './questions.queries.ts'
import { messages } from './questions.table.ts'
import { presentReply, repliesTo, visitorAddress } from './replies.queries.ts'
import { notesOf } from './teamwork/question-notes.ts'

async function faqOf({ tx, workspaceId }: WorkspaceTransaction, { faqId }: MessageRow): Promise<NamedFaq | null> {
  if (faqId === null) return null
  const [row] = await tx
    .select({ id: faqs.id, question: faqs.question, status: faqs.status })
    .from(faqs)
    .where(and(eq(faqs.workspaceId, workspaceId), eq(faqs.id, faqId)))
  return row ?? null
}

const presentTurn = (row: MessageRow): Turn => {
  const { id, question, answer, outcome, vote, page_url, created_at } = presentQuestion(row)
  return { id, question, answer, outcome, vote, page_url, created_at }
}

async function otherTurns({ tx, workspaceId }: WorkspaceTransaction, message: MessageRow): Promise<Turn[]> {
  const rows = await tx
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.conversationId, message.conversationId),
        ne(messages.id, message.id),
      ),
    )
    .orderBy(asc(messages.id))
    .limit(TURNS_MAX)
  return rows.map(presentTurn)
}

/** A visitor is known by the address that they left; without one there are no other visits. */
async function earlierQuestions(
  { tx, workspaceId }: WorkspaceTransaction,
  message: MessageRow,
  address: string | null,
): Promise<Turn[]> {
  if (!address) return []
  const rows = await tx
    .select()
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(sql`lower(${messages.visitorEmail})`, address.toLowerCase()),
        ne(messages.conversationId, message.conversationId),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(EARLIER_MAX)
  return rows.map(presentTurn)
}

/** The details of a question that its `ETag` covers. */
async function taggedDetails(transaction: WorkspaceTransaction, message: MessageRow) {
  return {
    ...presentQuestion(message),
    reasons: message.reasons,
    visitor_note: message.visitorNote,
    done_by: message.doneBy,
    faq: await faqOf(transaction, message),
    reply_to_visitor: await visitorAddress(transaction, message),
    notes: await notesOf(transaction, message.id),
    replies: (await repliesTo(transaction, message.id)).map((row) => presentReply(row)),
  }
}

/** Checks `If-Match` of a change. @throws not_found, precondition_failed */
export const requireSameQuestion = (transaction: WorkspaceTransaction, id: string): Promise<void> =>
  requireMatch(transaction, async () => taggedDetails(transaction, await lockQuestion(transaction, id)))

/** Everything known of one question. @throws not_found */
export async function questionDetails(context: WorkspaceContext, id: string): Promise<QuestionDetails> {
  const details = await inReadTransaction(context, async (transaction) => {
    const message = await questionById(transaction, id)
    const tagged = await taggedDetails(transaction, message)
    return {
      ...tagged,
      turns: await otherTurns(transaction, message),
      earlier: await earlierQuestions(transaction, message, tagged.reply_to_visitor),
    }
  })
  // The payer of the workspace is outside of the data that members may read.
  const contact = await systemTransaction(context.services.db, (transaction) =>
    contactOf(transaction, context.workspaceId),
  )
  return { ...details, contact_email: contact?.email ?? null }
}
