import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'

/**
 * What an instance says of itself, its docs and its demo, belongs to nobody who could sign in: whatever was found there
 * would be shown to no one, and a model asked about it would cost in vain. Of a workspace that is called `of`.
 */
export const HAS_HUMAN_MEMBERS = sql.raw(`exists (
  select from workspace_members m join sign_in_methods w on w.user_id = m.user_id where m.workspace_id = of.id)`)

/** `tx` runs as the system role. */
export async function isSomebodyThere(tx: Tx, workspaceId: string): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from workspaces of where of.id = ${workspaceId} and ${HAS_HUMAN_MEMBERS}`,
  )
  return rows.length > 0
}
