import { sql } from 'drizzle-orm'
import { idList } from '../../../platform/db/index.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'

/** A resolved gap in which a question fails that was asked after the verification is open again. */
export async function reopenFailingGaps(
  { tx, workspaceId }: WorkspaceTransaction,
  ids: readonly string[],
): Promise<void> {
  await tx.execute(
    sql`update gaps g set state = 'open', reopened_at = now(), verification_state = 'failed'
        where g.workspace_id = ${workspaceId} and g.id = any${idList(ids)} and g.state = 'resolved'
          and g.last_asked_at > g.verified_at`,
  )
}

/** Returns the resolved gaps with a question from before the verification that was not part of it. */
export async function gapsToVerifyAgain(
  { tx, workspaceId }: WorkspaceTransaction,
  ids: readonly string[],
): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select g.id from gaps g
        where g.workspace_id = ${workspaceId} and g.id = any${idList(ids)} and g.state = 'resolved' and exists (
          select from gap_questions q
          where q.workspace_id = g.workspace_id and q.gap_id = g.id and q.verification is null)`,
  )
  return rows.map(({ id }) => id)
}
