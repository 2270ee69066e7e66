import { and, count, desc, eq, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { isId } from '../../../kernel/ids.ts'
import { faqs } from '../../faqs/server/index.ts'
import { inReadTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Question, QuestionFilter } from '../contract.ts'
import { matchingQuestions } from './filters/matching-questions.ts'
import { messages } from './questions.table.ts'

export type MessageRow = typeof messages.$inferSelect

export const NAMED_FAQ_COLUMNS = { id: faqs.id, question: faqs.question, status: faqs.status }

/** All that the row of a question has: its FAQ is a row of another table. */
export const presentQuestion = (messageRow: MessageRow): Omit<Question, 'faq'> => ({
  id: messageRow.id,
  question: messageRow.question,
  answer: messageRow.answer,
  outcome: messageRow.outcome,
  confidence: messageRow.confidence,
  sources: messageRow.sources,
  page_url: messageRow.pageUrl,
  vote: messageRow.vote,
  vote_reason: messageRow.voteReason,
  visitor_email: messageRow.visitorEmail,
  handoff_requested_at: messageRow.handoffRequestedAt?.toISOString() ?? null,
  done_at: messageRow.doneAt?.toISOString() ?? null,
  assignee_id: messageRow.assigneeId,
  snoozed_until: messageRow.snoozedUntil?.toISOString() ?? null,
  created_at: messageRow.createdAt.toISOString(),
})

/** One question of this workspace. @throws not_found */
export async function questionById({ tx, workspaceId }: WorkspaceTransaction, questionId: string): Promise<MessageRow> {
  const [messageRow] = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.workspaceId, workspaceId), eq(messages.id, questionId)))
  if (!messageRow) throw notFound('question')
  return messageRow
}

/** Returns a question of this workspace, locked until the commit so that it cannot be deleted. @throws not_found */
export async function lockQuestion({ tx, workspaceId }: WorkspaceTransaction, questionId: string): Promise<MessageRow> {
  const [messageRow] = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.workspaceId, workspaceId), eq(messages.id, questionId)))
    .for('no key update')
  if (!messageRow) throw notFound('question')
  return messageRow
}

export type QuestionPage = Partial<QuestionFilter> & { page: number; limit: number; cursor?: string | undefined }

/** Newest first. Pages by number for people, by cursor for programs: ids are time-ordered, so the last id is the cursor. */
export const listQuestions = (context: WorkspaceContext, questionPage: QuestionPage) =>
  inReadTransaction(context, async (transaction) => {
    const { tx } = transaction
    const isMatching = matchingQuestions(transaction, questionPage)
    if (questionPage.cursor !== undefined && !isId(questionPage.cursor))
      throw new AppError('invalid', 'invalid_cursor', 'This cursor does not belong to this list.')
    const isAfterCursor = questionPage.cursor ? lt(messages.id, questionPage.cursor) : undefined
    const messageRows = await tx
      .select({ message: messages, faq: NAMED_FAQ_COLUMNS })
      .from(messages)
      .leftJoin(faqs, and(eq(faqs.workspaceId, messages.workspaceId), eq(faqs.id, messages.faqId)))
      .where(and(isMatching, isAfterCursor))
      .orderBy(desc(messages.id))
      .limit(questionPage.limit + 1)
      .offset(isAfterCursor ? 0 : (questionPage.page - 1) * questionPage.limit)
    const [totalRow] = await tx.select({ n: count() }).from(messages).where(isMatching)
    const pageRows = messageRows.slice(0, questionPage.limit)
    return {
      items: pageRows.map(({ message, faq }) => ({ ...presentQuestion(message), faq })),
      next_cursor: messageRows.length > questionPage.limit ? (pageRows.at(-1)?.message.id ?? null) : null,
      total: totalRow?.n ?? 0,
    }
  })

/** Latest messages that are searched for different questions. */
const MAX_READ_MESSAGES = 2_000

/** Different questions of the last days, latest first, without small talk. Case and outer spaces make no difference. */
export async function recentQuestions(
  { tx, workspaceId }: WorkspaceTransaction,
  { days, limit }: { days: number; limit: number },
): Promise<string[]> {
  const { rows } = await tx.execute<{ question: string }>(
    sql`select (array_agg(question order by created_at desc, id desc))[1] as question
        from (select id, question, created_at from messages
              where workspace_id = ${workspaceId} and created_at > now() - make_interval(days => ${days}::int)
                and not is_small_talk
              order by created_at desc, id desc limit ${MAX_READ_MESSAGES}) latest
        group by lower(btrim(question)) order by max(created_at) desc, max(id::text) desc limit ${limit}`,
  )
  return rows.map(({ question }) => question)
}

/** Different questions that were answered last, without those whose answer did not help. Case makes no difference. */
export async function recentlyAnswered(
  { tx, workspaceId }: WorkspaceTransaction,
  maxQuestions: number,
): Promise<string[]> {
  const questionRows = await tx
    .select({ question: messages.question })
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.outcome, 'answered'),
        eq(messages.isSmallTalk, false),
        or(isNull(messages.vote), ne(messages.vote, 'down')),
      ),
    )
    .orderBy(desc(messages.createdAt), desc(messages.id))
    .limit(MAX_READ_MESSAGES)
  const questionsByText = new Map(
    questionRows.toReversed().map(({ question }) => [question.trim().toLowerCase(), question]),
  )
  return [...questionsByText.values()].reverse().slice(0, maxQuestions)
}
