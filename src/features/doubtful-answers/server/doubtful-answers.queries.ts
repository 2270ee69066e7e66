import { and, count, desc, eq, exists, inArray, isNotNull, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import { notFound } from '../../../kernel/app-error.ts'
import { faqs } from '../../faqs/server/index.ts'
import { messages, NAMED_FAQ_COLUMNS } from '../../questions/server/index.ts'
import { inReadTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { DOUBTFUL_STATES, type DoubtfulAnswer, type DoubtfulState, VOTE_REASONS_MAX } from '../contract.ts'
import { answerDoubts, doubtfulAnswers } from './doubtful-answers.table.ts'

/** By answer: its doubts, counted, and the newest message that got it. */
const countedDoubts = ({ tx, workspaceId }: WorkspaceTransaction) =>
  tx
    .select({
      answerId: answerDoubts.doubtfulAnswerId,
      latestId: sql<string>`max(${answerDoubts.messageId}::text)::uuid`.as('latest_id'),
      latestRephrasing: sql<string | null>`max(${answerDoubts.rephrasedBy}::text)::uuid`.as('latest_rephrasing'),
      total: count().as('total_doubts'),
      downVoted: sql<number>`(count(*) filter (where ${answerDoubts.isDownVoted}))::int`.as('down_voted'),
      rephrased: sql<number>`count(${answerDoubts.rephrasedBy})::int`.as('rephrased'),
      handedOff: sql<number>`(count(*) filter (where ${answerDoubts.isHandedOff}))::int`.as('handed_off'),
    })
    .from(answerDoubts)
    .where(eq(answerDoubts.workspaceId, workspaceId))
    .groupBy(answerDoubts.doubtfulAnswerId)
    .as('counted')

/** Reasons that visitors gave with their votes, by answer, the newest first. */
async function voteReasons(
  { tx, workspaceId }: WorkspaceTransaction,
  answerIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (answerIds.length === 0) return new Map()
  const rows = await tx
    .select({ answerId: answerDoubts.doubtfulAnswerId, reason: messages.voteReason })
    .from(answerDoubts)
    .innerJoin(messages, and(eq(messages.workspaceId, workspaceId), eq(messages.id, answerDoubts.messageId)))
    .where(
      and(
        eq(answerDoubts.workspaceId, workspaceId),
        inArray(answerDoubts.doubtfulAnswerId, [...answerIds]),
        isNotNull(messages.voteReason),
      ),
    )
    .orderBy(desc(answerDoubts.messageId))
  const byAnswer = Map.groupBy(rows, ({ answerId }) => answerId)
  return new Map(
    [...byAnswer].map(([id, own]) => [id, own.flatMap(({ reason }) => reason ?? []).slice(0, VOTE_REASONS_MAX)]),
  )
}

async function readAnswers(
  transaction: WorkspaceTransaction,
  readOptions: { where: SQL | undefined; limit: number; offset: number },
): Promise<DoubtfulAnswer[]> {
  const { tx, workspaceId } = transaction
  const doubtCounts = countedDoubts(transaction)
  const rephrasing = alias(messages, 'rephrasing')
  const rows = await tx
    .select({
      answer: doubtfulAnswers,
      message: messages,
      faq: NAMED_FAQ_COLUMNS,
      rephrasing: rephrasing.question,
      doubts: {
        down_voted: doubtCounts.downVoted,
        rephrased: doubtCounts.rephrased,
        handed_off: doubtCounts.handedOff,
      },
    })
    .from(doubtfulAnswers)
    .innerJoin(doubtCounts, eq(doubtCounts.answerId, doubtfulAnswers.id))
    .innerJoin(messages, and(eq(messages.workspaceId, workspaceId), eq(messages.id, doubtCounts.latestId)))
    .leftJoin(faqs, and(eq(faqs.workspaceId, workspaceId), eq(faqs.id, messages.faqId)))
    .leftJoin(rephrasing, and(eq(rephrasing.workspaceId, workspaceId), eq(rephrasing.id, doubtCounts.latestRephrasing)))
    .where(and(eq(doubtfulAnswers.workspaceId, workspaceId), readOptions.where))
    .orderBy(desc(doubtCounts.total), desc(doubtfulAnswers.lastDoubtedAt), desc(doubtfulAnswers.id))
    .limit(readOptions.limit)
    .offset(readOptions.offset)
  const reasons = await voteReasons(
    transaction,
    rows.map(({ answer }) => answer.id),
  )
  return rows.map(({ answer, doubts, message, faq, rephrasing: inOtherWords }) => ({
    id: answer.id,
    question_id: message.id,
    question: message.question,
    faq,
    answer: message.answer,
    sources: message.sources,
    state: answer.state,
    doubts,
    vote_reasons: reasons.get(answer.id) ?? [],
    rephrasing: inOtherWords,
    last_doubted_at: answer.lastDoubtedAt.toISOString(),
    settled_at: answer.settledAt?.toISOString() ?? null,
    settled_by: answer.settledBy,
    answered_by: answer.answeredBy ?? null,
  }))
}

/** @throws not_found */
export async function doubtfulAnswerById(
  transaction: WorkspaceTransaction,
  doubtfulAnswerId: string,
): Promise<DoubtfulAnswer> {
  const [answer] = await readAnswers(transaction, {
    where: eq(doubtfulAnswers.id, doubtfulAnswerId),
    limit: 1,
    offset: 0,
  })
  if (!answer) throw notFound('doubtful_answer')
  return answer
}

export async function countOpenDoubtfulAnswers({ tx, workspaceId }: WorkspaceTransaction): Promise<number> {
  const doubts = tx
    .select({ id: answerDoubts.messageId })
    .from(answerDoubts)
    .where(and(eq(answerDoubts.workspaceId, workspaceId), eq(answerDoubts.doubtfulAnswerId, doubtfulAnswers.id)))
  return tx.$count(
    doubtfulAnswers,
    and(eq(doubtfulAnswers.workspaceId, workspaceId), eq(doubtfulAnswers.state, 'open'), exists(doubts)),
  )
}

/** By the number of doubts, the newest first among equals. */
export const listDoubtfulAnswers = (
  context: WorkspaceContext,
  readOptions: { state: DoubtfulState; page: number; limit: number },
) =>
  inReadTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    const doubtCounts = countedDoubts(transaction)
    const rows = await tx
      .select({ state: doubtfulAnswers.state, n: count() })
      .from(doubtfulAnswers)
      .innerJoin(doubtCounts, eq(doubtCounts.answerId, doubtfulAnswers.id))
      .where(eq(doubtfulAnswers.workspaceId, workspaceId))
      .groupBy(doubtfulAnswers.state)
    const countsByState = new Map(rows.map(({ state, n }) => [state, n]))
    const stateTotals = Object.fromEntries(
      DOUBTFUL_STATES.map((state) => [state, countsByState.get(state) ?? 0]),
    ) as Record<DoubtfulState, number>
    const listedAnswers = await readAnswers(transaction, {
      where: eq(doubtfulAnswers.state, readOptions.state),
      limit: readOptions.limit,
      offset: (readOptions.page - 1) * readOptions.limit,
    })
    return { items: listedAnswers, total: stateTotals[readOptions.state], counts: stateTotals }
  })
