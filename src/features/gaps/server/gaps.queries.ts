import { and, asc, count, desc, eq, gt, ne, type SQL, sql } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import type { FaqStatus } from '../../faqs/contract.ts'
import type { Outcome } from '../../questions/contract.ts'
import { messages } from '../../questions/server/index.ts'
import { inReadTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import {
  type Blocker,
  type DismissReason,
  GAP_STATES,
  type Gap,
  type GapState,
  PHRASINGS_PAGE_SIZE,
  type Phrasing,
  type VerificationState,
} from '../contract.ts'
import { gapQuestions, gaps } from './gaps.table.ts'

interface GapRow extends Record<string, unknown> {
  id: string
  question: string
  language: string
  state: GapState
  asked: number
  visitors: number
  now: number
  before: number
  last_asked_at: string
  faq_id: string | null
  faq_question: string | null
  faq_status: FaqStatus | null
  verification_state: VerificationState
  verified_at: string | null
  verification_asked: number
  verification_failed: number
  dismiss_reason: DismissReason | null
  dismiss_note: string | null
  dismissed_by: string | null
  reopened_at: string | null
  answered_by: Gap['answered_by']
}

const toIsoString = (databaseTime: string | null): string | null =>
  databaseTime === null ? null : new Date(databaseTime).toISOString()

const toApiGap = (gapRow: GapRow): Gap => ({
  id: gapRow.id,
  question: gapRow.question,
  language: gapRow.language,
  state: gapRow.state,
  asked: gapRow.asked,
  visitors: gapRow.visitors,
  trend: { now: gapRow.now, before: gapRow.before },
  last_asked_at: new Date(gapRow.last_asked_at).toISOString(),
  faq:
    gapRow.faq_id && gapRow.faq_question !== null && gapRow.faq_status
      ? { id: gapRow.faq_id, question: gapRow.faq_question, status: gapRow.faq_status }
      : null,
  verification: {
    state: gapRow.verification_state,
    at: toIsoString(gapRow.verified_at),
    asked: gapRow.verification_asked,
    failed: gapRow.verification_failed,
  },
  answered_by: gapRow.answered_by,
  dismissed: gapRow.dismiss_reason
    ? { reason: gapRow.dismiss_reason, note: gapRow.dismiss_note ?? '', by: gapRow.dismissed_by }
    : null,
  reopened_at: toIsoString(gapRow.reopened_at),
})

/** Visitors between two numbers of days ago. */
const visitorCountSql = (fromDaysAgo: number, toDaysAgo: number): SQL =>
  sql`(select count(distinct q.visitor_id)::int from gap_questions q
       where q.workspace_id = g.workspace_id and q.gap_id = g.id
         and q.asked_at > now() - make_interval(days => ${fromDaysAgo}) and q.asked_at <= now() - make_interval(days => ${toDaysAgo}))`

async function readGaps({ tx }: WorkspaceTransaction, gapSelection: SQL): Promise<Gap[]> {
  const { rows } = await tx.execute<GapRow>(
    sql`select g.id, m.question, r.language, g.state, g.asked, g.visitors, ${visitorCountSql(7, 0)} as now,
               ${visitorCountSql(14, 7)} as before, g.last_asked_at, g.faq_id, f.question as faq_question,
               f.status as faq_status, g.verification_state, g.verified_at, g.verification_asked, g.verification_failed, g.dismiss_reason,
               g.dismiss_note, g.dismissed_by, g.reopened_at, g.answered_by
        from (${gapSelection}) g
        join gap_questions r on r.workspace_id = g.workspace_id and r.message_id = g.representative_id
        join messages m on m.workspace_id = g.workspace_id and m.id = g.representative_id
        left join faqs f on f.workspace_id = g.workspace_id and f.id = g.faq_id
        order by g.visitors desc, g.last_asked_at desc, g.id`,
  )
  return rows.map(toApiGap)
}

/** Returns a gap in any state, unless it was merged into another. @throws not_found */
export async function gapById(transaction: WorkspaceTransaction, gapId: string): Promise<Gap> {
  const [gap] = await readGaps(
    transaction,
    sql`select * from gaps where workspace_id = ${transaction.workspaceId} and id = ${gapId} and state <> 'merged'`,
  )
  if (!gap) throw notFound('gap')
  return gap
}

export const gapDetails = (context: WorkspaceContext, gapId: string): Promise<Gap> =>
  inReadTransaction(context, (transaction) => gapById(transaction, gapId))

/** Lists gaps by the number of visitors, then by the newest question. */
export const listGaps = (context: WorkspaceContext, listOptions: { state: GapState; page: number; limit: number }) =>
  inReadTransaction(context, async (transaction) => {
    const stateCounts = await transaction.tx
      .select({ state: gaps.state, count: count() })
      .from(gaps)
      .where(and(eq(gaps.workspaceId, transaction.workspaceId), ne(gaps.state, 'merged'), gt(gaps.asked, 0)))
      .groupBy(gaps.state)
    const countsByState = new Map<string, number>(stateCounts.map((stateCount) => [stateCount.state, stateCount.count]))
    const stateTotals = Object.fromEntries(GAP_STATES.map((state) => [state, countsByState.get(state) ?? 0])) as Record<
      GapState,
      number
    >
    const listedGaps = await readGaps(
      transaction,
      sql`select * from gaps
          where workspace_id = ${transaction.workspaceId} and state = ${listOptions.state} and asked > 0
          order by visitors desc, last_asked_at desc, id limit ${listOptions.limit} offset ${(listOptions.page - 1) * listOptions.limit}`,
    )
    return { items: listedGaps, total: stateTotals[listOptions.state], counts: stateTotals }
  })

interface PhrasingRow extends Record<string, unknown> {
  id: string
  question: string
  asked: number
  outcome: Outcome
  down_voted: boolean
  last_asked_at: string
  verification: Phrasing['verification']
  blocker: Blocker | null
}

/** @throws not_found */
export const listPhrasings = (context: WorkspaceContext, phrasingPage: { id: string; page: number }) =>
  inReadTransaction(context, async (transaction) => {
    await gapById(transaction, phrasingPage.id)
    const { rows } = await transaction.tx.execute<PhrasingRow & { total: number }>(
      sql`select p.id, m.question, p.asked, m.outcome, p.down_voted, p.last_asked_at, p.verification, q.blocker, p.total
          from (
            select min(g.message_id::text)::uuid as id, count(*)::int as asked, bool_or(m.vote = 'down') is true as down_voted,
                   max(g.asked_at) as last_asked_at, min(g.verification) as verification, count(*) over ()::int as total
            from gap_questions g
            join messages m on m.workspace_id = g.workspace_id and m.id = g.message_id
            where g.workspace_id = ${transaction.workspaceId} and g.gap_id = ${phrasingPage.id}
            group by g.question_key
            order by coalesce(min(g.verification), '') <> 'failed', asked desc, id
            limit ${PHRASINGS_PAGE_SIZE} offset ${(phrasingPage.page - 1) * PHRASINGS_PAGE_SIZE}
          ) p
          join gap_questions q on q.workspace_id = ${transaction.workspaceId} and q.message_id = p.id
          join messages m on m.workspace_id = ${transaction.workspaceId} and m.id = p.id
          order by coalesce(p.verification, '') <> 'failed', p.asked desc, p.id`,
    )
    return {
      items: rows.map(({ total: _total, last_asked_at, ...row }) => ({
        ...row,
        last_asked_at: new Date(last_asked_at).toISOString(),
      })) as Phrasing[],
      total: rows[0]?.total ?? 0,
    }
  })

/** The representative question first, then other phrasings, the most frequent first. Throws not_found. */
export async function phrasingTexts(
  transaction: WorkspaceTransaction,
  gapId: string,
  maxPhrasings: number,
): Promise<string[]> {
  const { tx, workspaceId } = transaction
  const { question } = await gapById(transaction, gapId)
  const firstMessageId = sql<string>`min(${gapQuestions.messageId}::text)::uuid`
  const phrasings = tx
    .select({ id: firstMessageId.as('first_id'), times: count().as('times') })
    .from(gapQuestions)
    .where(and(eq(gapQuestions.workspaceId, workspaceId), eq(gapQuestions.gapId, gapId)))
    .groupBy(gapQuestions.questionKey)
    .as('phrasings')
  const questionRows = await tx
    .select({ question: messages.question })
    .from(phrasings)
    .innerJoin(messages, and(eq(messages.workspaceId, workspaceId), eq(messages.id, phrasings.id)))
    .orderBy(desc(phrasings.times), asc(phrasings.id))
    .limit(maxPhrasings)
  return [
    question,
    ...questionRows.map((questionRow) => questionRow.question).filter((other) => other !== question),
  ].slice(0, maxPhrasings)
}
