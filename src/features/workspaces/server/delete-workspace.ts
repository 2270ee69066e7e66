import { eq } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import type { WorkspaceContext } from './context.ts'
import { heldSubdomains, workspaces } from './workspaces.table.ts'

const HELD_DAYS = 30

/** Removes the workspace with everything in it; its subdomain stays reserved for 30 days. The name is typed to confirm. */
export function deleteWorkspace(ctx: WorkspaceContext, input: { confirm_name: string }): Promise<void> {
  const { events, db } = ctx.services
  return systemTransaction(db, async (tx) => {
    const [row] = await tx.select().from(workspaces).where(eq(workspaces.id, ctx.workspaceId)).for('update')
    if (!row) throw notFound('workspace')
    if (input.confirm_name.trim() !== row.name.trim())
      throw new AppError('invalid', 'workspace.confirm_name', 'Type the name of the workspace to delete it.', {
        details: { fields: [{ path: 'confirm_name', message: 'This is not the name of the workspace.' }] },
      })
    const heldUntil = new Date(Date.now() + HELD_DAYS * 86_400_000)
    await tx
      .insert(heldSubdomains)
      .values({ subdomain: row.subdomain, workspaceId: null, heldUntil })
      .onConflictDoUpdate({ target: heldSubdomains.subdomain, set: { heldUntil, workspaceId: null } })
    await tx.delete(workspaces).where(eq(workspaces.id, ctx.workspaceId))
    await events.emit(tx, { type: 'workspace.deleted', workspace_id: ctx.workspaceId, subdomain: row.subdomain })
  })
}
