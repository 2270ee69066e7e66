import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'

/**
 * SQL condition: the workspace `of` has human members. The instance's docs and demo belong to accounts without sign-in,
 * so work on them would be shown to no one and a model called for nothing.
 */
export const HAS_HUMAN_MEMBERS = sql.raw(`exists (
  select from workspace_members m join sign_in_methods w on w.user_id = m.user_id where m.workspace_id = of.id)`)

/** `transaction` runs as the system role. */
export async function hasHumanMembers(transaction: Tx, workspaceId: string): Promise<boolean> {
  const { rows } = await transaction.execute(
    sql`select from workspaces of where of.id = ${workspaceId} and ${HAS_HUMAN_MEMBERS}`,
  )
  return rows.length > 0
}
