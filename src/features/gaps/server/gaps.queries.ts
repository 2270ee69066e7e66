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

const iso = (value: string | null): string | null => (value === null ? null : new Date(value).toISOString())

const presentGap = (row: GapRow): Gap => ({
  id: row.id,
  question: row.question,
  language: row.language,
  state: row.state,
  asked: row.asked,
  visitors: row.visitors,
  trend: { now: row.now, before: row.before },
  last_asked_at: new Date(row.last_asked_at).toISOString(),
  faq:
    row.faq_id && row.faq_question !== null && row.faq_status
      ? { id: row.faq_id, question: row.faq_question, status: row.faq_status }
      : null,
  verification: {
    state: row.verification_state,
    at: iso(row.verified_at),
    asked: row.verification_asked,
    failed: row.verification_failed,
  },
  answered_by: row.answered_by,
  dismissed: row.dismiss_reason
    ? { reason: row.dismiss_reason, note: row.dismiss_note ?? '', by: row.dismissed_by }
    : null,
  reopened_at: iso(row.reopened_at),
})

/** Visitors between two numbers of days ago. */
const visitorsOf = (from: number, to: number): SQL =>
  sql`(select count(distinct q.visitor_id)::int from gap_questions q
       where q.workspace_id = g.workspace_id and q.gap_id = g.id
         and q.asked_at > now() - make_interval(days => ${from}) and q.asked_at <= now() - make_interval(days => ${to}))`

async function readGaps({ tx }: WorkspaceTransaction, chosen: SQL): Promise<Gap[]> {
  const { rows } = await tx.execute<GapRow>(
    sql`select g.id, m.question, r.language, g.state, g.asked, g.visitors, ${visitorsOf(7, 0)} as now,
               ${visitorsOf(14, 7)} as before, g.last_asked_at, g.faq_id, f.question as faq_question,
               f.status as faq_status, g.verification_state, g.verified_at, g.verification_asked, g.verification_failed, g.dismiss_reason,
               g.dismiss_note, g.dismissed_by, g.reopened_at, g.answered_by
        from (${chosen}) g
        join gap_questions r on r.workspace_id = g.workspace_id and r.message_id = g.representative_id
        join messages m on m.workspace_id = g.workspace_id and m.id = g.representative_id
        left join faqs f on f.workspace_id = g.workspace_id and f.id = g.faq_id
        order by g.visitors desc, g.last_asked_at desc, g.id`,
  )
  return rows.map(presentGap)
}

/** Returns a gap in any state, unless it was merged into another. @throws not_found */
export async function gapById(transaction: WorkspaceTransaction, id: string): Promise<Gap> {
  const [gap] = await readGaps(
    transaction,
    sql`select * from gaps where workspace_id = ${transaction.workspaceId} and id = ${id} and state <> 'merged'`,
  )
  if (!gap) throw notFound('gap')
  return gap
}

export const gapDetails = (context: WorkspaceContext, id: string): Promise<Gap> =>
  inReadTransaction(context, (transaction) => gapById(transaction, id))

/** Lists gaps by the number of visitors, then by the newest question. */
export const listGaps = (context: WorkspaceContext, options: { state: GapState; page: number; limit: number }) =>
  inReadTransaction(context, async (transaction) => {
    const rows = await transaction.tx
      .select({ state: gaps.state, count: count() })
      .from(gaps)
      .where(and(eq(gaps.workspaceId, transaction.workspaceId), ne(gaps.state, 'merged'), gt(gaps.asked, 0)))
      .groupBy(gaps.state)
    const counted = new Map<string, number>(rows.map((row) => [row.state, row.count]))
    const counts = Object.fromEntries(GAP_STATES.map((state) => [state, counted.get(state) ?? 0])) as Record<
      GapState,
      number
    >
    const items = await readGaps(
      transaction,
      sql`select * from gaps
          where workspace_id = ${transaction.workspaceId} and state = ${options.state} and asked > 0
          order by visitors desc, last_asked_at desc, id limit ${options.limit} offset ${(options.page - 1) * options.limit}`,
    )
    return { items, total: counts[options.state], counts }
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
export const listPhrasings = (context: WorkspaceContext, input: { id: string; page: number }) =>
  inReadTransaction(context, async (transaction) => {
    await gapById(transaction, input.id)
    const { rows } = await transaction.tx.execute<PhrasingRow & { total: number }>(
      sql`select p.id, m.question, p.asked, m.outcome, p.down_voted, p.last_asked_at, p.verification, q.blocker, p.total
          from (
            select min(g.message_id::text)::uuid as id, count(*)::int as asked, bool_or(m.vote = 'down') is true as down_voted,
                   max(g.asked_at) as last_asked_at, min(g.verification) as verification, count(*) over ()::int as total
            from gap_questions g
            join messages m on m.workspace_id = g.workspace_id and m.id = g.message_id
            where g.workspace_id = ${transaction.workspaceId} and g.gap_id = ${input.id}
            group by g.question_key
            order by coalesce(min(g.verification), '') <> 'failed', asked desc, id
            limit ${PHRASINGS_PAGE_SIZE} offset ${(input.page - 1) * PHRASINGS_PAGE_SIZE}
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
  limit: number,
): Promise<string[]> {
  const { tx, workspaceId } = transaction
  const { question } = await gapById(transaction, gapId)
  const first = sql<string>`min(${gapQuestions.messageId}::text)::uuid`
  const phrasings = tx
    .select({ id: first.as('first_id'), times: count().as('times') })
    .from(gapQuestions)
    .where(and(eq(gapQuestions.workspaceId, workspaceId), eq(gapQuestions.gapId, gapId)))
    .groupBy(gapQuestions.questionKey)
    .as('phrasings')
  const rows = await tx
    .select({ question: messages.question })
    .from(phrasings)
    .innerJoin(messages, and(eq(messages.workspaceId, workspaceId), eq(messages.id, phrasings.id)))
    .orderBy(desc(phrasings.times), asc(phrasings.id))
    .limit(limit)
  return [question, ...rows.map((row) => row.question).filter((other) => other !== question)].slice(0, limit)
}
