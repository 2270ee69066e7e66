import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import { emit, inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { gaps } from './gaps.table.ts'
import { announceStates } from './lock-gap.ts'

/**
 * Recounts gaps from their questions (`null`: all of the workspace) and deletes empty ones. When a representative was
 * deleted, the oldest question takes its place.
 * @returns the deleted gaps that were open
 */
export async function countGaps(
  { tx, workspaceId }: WorkspaceTransaction,
  gapIds: readonly string[] | null,
): Promise<string[]> {
  if (gapIds?.length === 0) return []
  const gapCondition = gapIds === null ? sql`true` : inArray(sql`g.id`, [...gapIds])
  await tx.execute(
    sql`update gaps g
        set asked = c.asked, visitors = c.visitors, last_asked_at = coalesce(c.last_asked_at, g.last_asked_at),
            representative_id = case when exists (
                select from gap_questions r
                where r.workspace_id = ${workspaceId} and r.message_id = g.representative_id and r.gap_id = g.id
              ) then g.representative_id else (
                select r.message_id from gap_questions r
                where r.workspace_id = ${workspaceId} and r.gap_id = g.id order by r.message_id limit 1
              ) end
        from (
          select g.id, count(q.message_id)::int as asked, count(distinct q.visitor_id)::int as visitors,
                 max(q.asked_at) as last_asked_at
          from gaps g
          left join gap_questions q on q.workspace_id = g.workspace_id and q.gap_id = g.id
          where g.workspace_id = ${workspaceId} and ${gapCondition} group by g.id
        ) c
        where g.workspace_id = ${workspaceId} and g.id = c.id`,
  )
  const deletedGaps = await tx
    .delete(gaps)
    .where(
      and(
        eq(gaps.workspaceId, workspaceId),
        gapIds === null ? undefined : inArray(gaps.id, [...gapIds]),
        eq(gaps.asked, 0),
        ne(gaps.state, 'merged'),
      ),
    )
    .returning({ id: gaps.id, state: gaps.state })
  return deletedGaps.flatMap(({ id, state }) => (state === 'open' ? [id] : []))
}

/** Recounts all gaps after questions were deleted, which also deletes them from gaps. */
export const recountGaps = (context: WorkspaceContext): Promise<void> =>
  inTransaction(context, async (transaction) => {
    await announceStates(transaction, await countGaps(transaction, null), 'deleted')
    // A merge into a deleted gap cannot be undone.
    await transaction.tx.execute(
      sql`delete from gaps m where m.workspace_id = ${transaction.workspaceId} and m.state = 'merged' and not exists (
            select from gap_questions q where q.workspace_id = ${transaction.workspaceId} and q.merged_from = m.id)`,
    )
    await emit(transaction, { type: 'gaps.changed' })
  })
