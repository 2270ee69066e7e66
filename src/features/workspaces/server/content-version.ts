import { eq, sql } from 'drizzle-orm'
import { emit, type WorkspaceTransaction } from './context.ts'
import { workspaces } from './workspaces.table.ts'

/**
 * Marks that what visitors can find has changed. Call it last in the transaction: the row is locked from here to the
 * commit, so the shorter the better for others who write to the same workspace.
 */
export async function contentChanged(ctx: WorkspaceTransaction): Promise<void> {
  await ctx.tx
    .update(workspaces)
    .set({ contentVersion: sql`${workspaces.contentVersion} + 1` })
    .where(eq(workspaces.id, ctx.workspaceId))
  await emit(ctx, { type: 'content.changed' })
}
