import { sql } from 'drizzle-orm'
import { emit, inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { settleExemplars } from './exemplars.ts'
import { idList } from './sql-lists.ts'

/**
 * Recounts groups from their questions (`null`: all of the workspace) and deletes empty ones. When a representative was
 * deleted, the oldest exemplar or the oldest question takes its place.
 */
export async function countGroups(
  { tx, workspaceId }: WorkspaceTransaction,
  ids: readonly string[] | null,
): Promise<void> {
  if (ids?.length === 0) return
  const chosen = ids === null ? sql`true` : sql`g.id = any${idList(ids)}`
  await tx.execute(
    sql`update question_groups g
        set asked = c.asked, visitors = c.visitors, last_asked_at = coalesce(c.last_asked_at, g.last_asked_at),
            representative_id = case when exists (
                select from grouped_questions r
                where r.workspace_id = ${workspaceId} and r.message_id = g.representative_id and r.group_id = g.id
              ) then g.representative_id else (
                select r.message_id from grouped_questions r
                where r.workspace_id = ${workspaceId} and r.group_id = g.id order by not r.exemplar, r.message_id limit 1
              ) end
        from (
          select g.id, count(q.message_id)::int as asked, count(distinct q.visitor_id)::int as visitors,
                 max(q.asked_at) as last_asked_at
          from question_groups g
          left join grouped_questions q on q.workspace_id = g.workspace_id and q.group_id = g.id
          where g.workspace_id = ${workspaceId} and ${chosen} group by g.id
        ) c
        where g.workspace_id = ${workspaceId} and g.id = c.id`,
  )
  await tx.execute(
    sql`delete from question_groups g where g.workspace_id = ${workspaceId} and ${chosen} and g.asked = 0
          and g.state <> 'merged'`,
  )
}

/** After questions were deleted, which took their places in groups along. */
export const recountGroups = (context: WorkspaceContext): Promise<void> =>
  inTransaction(context, async (transaction) => {
    await countGroups(transaction, null)
    const { rows } = await transaction.tx.execute<{ id: string }>(
      sql`select g.id from question_groups g where g.workspace_id = ${transaction.workspaceId} and g.asked > 0 and not exists (
            select from grouped_questions q
            where q.workspace_id = ${transaction.workspaceId} and q.group_id = g.id and q.exemplar)`,
    )
    for (const { id } of rows) await settleExemplars(transaction, id)
    // A merge into a deleted group cannot be undone.
    await transaction.tx.execute(
      sql`delete from question_groups m where m.workspace_id = ${transaction.workspaceId} and m.state = 'merged' and not exists (
            select from grouped_questions q where q.workspace_id = ${transaction.workspaceId} and q.came_from = m.id)`,
    )
    await emit(transaction, { type: 'loop.changed' })
  })
