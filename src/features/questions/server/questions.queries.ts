import { and, count, desc, eq, isNull, lt, ne, or, sql } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { isId } from '../../../kernel/ids.ts'
import { inReadTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Question, QuestionFilter } from '../contract.ts'
import { matchingQuestions } from './filters/matching-questions.ts'
import { messages } from './questions.table.ts'

export type MessageRow = typeof messages.$inferSelect

export const presentQuestion = (row: MessageRow): Question => ({
  id: row.id,
  question: row.question,
  answer: row.answer,
  outcome: row.outcome,
  confidence: row.confidence,
  sources: row.sources,
  page_url: row.pageUrl,
  vote: row.vote,
  vote_reason: row.voteReason,
  visitor_email: row.visitorEmail,
  handoff_requested_at: row.handoffRequestedAt?.toISOString() ?? null,
  done_at: row.doneAt?.toISOString() ?? null,
  assignee_id: row.assigneeId,
  snoozed_until: row.snoozedUntil?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
})

/** One question of this workspace. @throws not_found */
export async function questionById({ tx, workspaceId }: WorkspaceTransaction, id: string): Promise<MessageRow> {
  const [row] = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.workspaceId, workspaceId), eq(messages.id, id)))
  if (!row) throw notFound('question')
  return row
}

/** Returns a question of this workspace, locked until the commit so that it cannot be deleted. @throws not_found */
export async function lockQuestion({ tx, workspaceId }: WorkspaceTransaction, id: string): Promise<MessageRow> {
  const [row] = await tx
    .select()
    .from(messages)
    .where(and(eq(messages.workspaceId, workspaceId), eq(messages.id, id)))
    .for('no key update')
  if (!row) throw notFound('question')
  return row
}

export type QuestionPage = Partial<QuestionFilter> & { page: number; limit: number; cursor?: string | undefined }

/** Newest first. Pages by number for people, by cursor for programs: ids are time-ordered, so the last id is the cursor. */
export const listQuestions = (context: WorkspaceContext, filter: QuestionPage) =>
  inReadTransaction(context, async (transaction) => {
    const { tx } = transaction
    const matching = matchingQuestions(transaction, filter)
    if (filter.cursor !== undefined && !isId(filter.cursor))
      throw new AppError('invalid', 'invalid_cursor', 'This cursor does not belong to this list.')
    const after = filter.cursor ? lt(messages.id, filter.cursor) : undefined
    const rows = await tx
      .select()
      .from(messages)
      .where(and(matching, after))
      .orderBy(desc(messages.id))
      .limit(filter.limit + 1)
      .offset(after ? 0 : (filter.page - 1) * filter.limit)
    const [total] = await tx.select({ n: count() }).from(messages).where(matching)
    const page = rows.slice(0, filter.limit)
    return {
      items: page.map(presentQuestion),
      next_cursor: rows.length > filter.limit ? (page.at(-1)?.id ?? null) : null,
      total: total?.n ?? 0,
    }
  })

/** Latest messages that are searched for different questions. */
const MAX_MESSAGES = 2_000

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
              order by created_at desc, id desc limit ${MAX_MESSAGES}) latest
        group by lower(btrim(question)) order by max(created_at) desc, max(id::text) desc limit ${limit}`,
  )
  return rows.map(({ question }) => question)
}

/** Different questions that were answered last, without those whose answer did not help. Case makes no difference. */
export async function recentlyAnswered({ tx, workspaceId }: WorkspaceTransaction, limit: number): Promise<string[]> {
  const rows = await tx
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
    .limit(MAX_MESSAGES)
  const byText = new Map(rows.toReversed().map(({ question }) => [question.trim().toLowerCase(), question]))
  return [...byText.values()].reverse().slice(0, limit)
}
