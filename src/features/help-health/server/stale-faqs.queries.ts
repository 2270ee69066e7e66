import { type SQL, sql } from 'drizzle-orm'
import { inReadTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import {
  DOWN_VOTES_MIN,
  NEVER_ASKED_AFTER_DAYS,
  REVIEW_AFTER_MONTHS,
  type StaleFaq,
  type StaleReason,
} from '../contract.ts'

/** Published FAQs with their last review, and the votes on them since then: on answers from them, and on their pages. */
const reviewedFaqs = ({ workspaceId }: WorkspaceTransaction): SQL => sql`(
  select f.id, f.question, f.created_at, greatest(f.updated_at, r.reviewed_at) as reviewed_at,
         case when r.reviewed_at > f.updated_at then r.reviewed_by end as reviewed_by,
         coalesce(v.up_votes, 0)::int as up_votes, coalesce(v.down_votes, 0)::int as down_votes
  from faqs f
  left join faq_reviews r on r.workspace_id = ${workspaceId} and r.faq_id = f.id
  left join lateral (
    select count(*) filter (where vote = 'up') as up_votes, count(*) filter (where vote = 'down') as down_votes
    from (
      select m.vote, m.created_at
      from message_sources s
      join messages m on m.workspace_id = ${workspaceId} and m.id = s.message_id
      where s.workspace_id = ${workspaceId} and s.source_id = f.id and m.vote is not null
      union all
      select p.vote, p.created_at from faq_votes p where p.workspace_id = ${workspaceId} and p.faq_id = f.id
    ) votes
    where votes.created_at > greatest(f.updated_at, r.reviewed_at)
  ) v on true
  where f.workspace_id = ${workspaceId} and f.status = 'published')`

const minimumAge = { unreviewed: `${REVIEW_AFTER_MONTHS} months`, never_asked: `${NEVER_ASKED_AFTER_DAYS} days` }

const staleCondition = ({ workspaceId }: WorkspaceTransaction, reason: StaleReason): SQL => {
  if (reason === 'down_voted') return sql`s.down_votes >= ${DOWN_VOTES_MIN} and s.down_votes > s.up_votes`
  if (reason === 'unreviewed') return sql`s.reviewed_at < now() - ${minimumAge.unreviewed}::interval`
  // Nothing can be said of them where no visitor was answered yet.
  return sql`exists (select from message_sources a where a.workspace_id = ${workspaceId}) and s.created_at < now() - ${minimumAge.never_asked}::interval
    and s.reviewed_at < now() - ${minimumAge.never_asked}::interval and not exists (
      select from message_sources h where h.workspace_id = ${workspaceId} and h.source_id = s.id)`
}

/** Number of published FAQs, and of those to be reviewed for each reason. */
export async function countStaleFaqs(
  transaction: WorkspaceTransaction,
): Promise<Record<StaleReason, number> & { published: number }> {
  const countFiltered = (reason: StaleReason) =>
    sql`(count(*) filter (where ${staleCondition(transaction, reason)}))::int`
  const { rows } = await transaction.tx.execute<Record<StaleReason, number> & { published: number }>(
    sql`select count(*)::int as published, ${countFiltered('down_voted')} as down_voted, ${countFiltered('unreviewed')} as unreviewed,
               ${countFiltered('never_asked')} as never_asked
        from ${reviewedFaqs(transaction)} s`,
  )
  return rows[0] ?? { published: 0, down_voted: 0, unreviewed: 0, never_asked: 0 }
}

type StaleFaqRow = Omit<StaleFaq, 'reviewed_at'> & { reviewed_at: string; total: number } & Record<string, unknown>

/** Those that were left longest first. */
export const listStaleFaqs = (
  context: WorkspaceContext,
  listOptions: { reason: StaleReason; page: number; limit: number },
): Promise<{ items: StaleFaq[]; total: number }> =>
  inReadTransaction(context, async (transaction) => {
    const { rows } = await transaction.tx.execute<StaleFaqRow>(
      sql`select s.id, s.question, s.reviewed_at, s.reviewed_by, s.up_votes, s.down_votes
          from ${reviewedFaqs(transaction)} s where ${staleCondition(transaction, listOptions.reason)}
          order by s.reviewed_at, s.id limit ${listOptions.limit} offset ${(listOptions.page - 1) * listOptions.limit}`,
    )
    const staleCounts = await countStaleFaqs(transaction)
    const staleFaqs = rows.map((staleFaq) => ({
      ...staleFaq,
      reviewed_at: new Date(staleFaq.reviewed_at).toISOString(),
    }))
    return { items: staleFaqs, total: staleCounts[listOptions.reason] }
  })
