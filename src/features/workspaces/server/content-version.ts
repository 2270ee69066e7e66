import { eq, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import { emit, type WorkspaceTransaction } from './context.ts'
import { workspaces } from './workspaces.table.ts'

/**
 * Marks that what visitors can find has changed. Call it last in the transaction: the row is locked from here to the
 * commit, so the shorter the better for others who write to the same workspace.
 */
export async function contentChanged(transaction: WorkspaceTransaction): Promise<void> {
  await transaction.tx
    .update(workspaces)
    .set({ contentVersion: sql`${workspaces.contentVersion} + 1` })
    .where(eq(workspaces.id, transaction.workspaceId))
  await emit(transaction, { type: 'content.changed' })
}

/** Which state of its content a workspace is in: raised by every change of what visitors can find. */
export async function contentVersionOf(transaction: Tx, workspaceId: string): Promise<number | null> {
  const [row] = await transaction
    .select({ version: workspaces.contentVersion })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))
  return row?.version ?? null
}
