import { sql } from 'drizzle-orm'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { idList } from './sql-lists.ts'

/** A resolved group in which a question fails that was asked after the proof is open again. */
export async function reopenFailing({ tx, workspaceId }: WorkspaceTransaction, ids: readonly string[]): Promise<void> {
  await tx.execute(
    sql`update question_groups g set state = 'open', reopened_at = now(), proof_state = 'failed'
        where g.workspace_id = ${workspaceId} and g.id = any${idList(ids)} and g.state = 'resolved'
          and g.last_asked_at > g.proved_at`,
  )
}

/** Returns the resolved groups with a question from before the verification that was not part of it. */
export async function resolvedUnproved(
  { tx, workspaceId }: WorkspaceTransaction,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select g.id from question_groups g
        where g.workspace_id = ${workspaceId} and g.id = any${idList(ids)} and g.state = 'resolved' and exists (
          select from grouped_questions q
          where q.workspace_id = g.workspace_id and q.group_id = g.id and q.proof is null)`,
  )
  return rows.map(({ id }) => id)
}
