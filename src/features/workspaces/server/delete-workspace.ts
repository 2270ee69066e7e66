import { and, eq } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { systemTransaction, type Tx } from '../../../platform/db/index.ts'
import type { WorkspaceContext, WorkspaceServices } from './context.ts'
import { reservedSubdomains, workspaceMembers, workspaces } from './workspaces.table.ts'

const RESERVATION_DAYS = 30

/**
 * Removes the workspace with everything in it, in the caller's transaction (system role). Its subdomains stay reserved for
 * 30 days; until then only its owners can take them again.
 */
export async function removeWorkspace(
  services: WorkspaceServices,
  transaction: Tx,
  deletedWorkspace: Pick<typeof workspaces.$inferSelect, 'id' | 'subdomain'>,
): Promise<void> {
  const ownerRows = await transaction
    .select({ id: workspaceMembers.userId })
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.workspaceId, deletedWorkspace.id), eq(workspaceMembers.role, 'owner')))
  const reservation = {
    workspaceId: null,
    reservedUntil: new Date(Date.now() + RESERVATION_DAYS * 86_400_000),
    formerOwnerIds: ownerRows.map(({ id }) => id),
  }
  await transaction
    .insert(reservedSubdomains)
    .values({ subdomain: deletedWorkspace.subdomain, ...reservation })
    .onConflictDoUpdate({ target: reservedSubdomains.subdomain, set: reservation })
  // Names it had before are reserved as long as its last one.
  await transaction
    .update(reservedSubdomains)
    .set(reservation)
    .where(eq(reservedSubdomains.workspaceId, deletedWorkspace.id))
  await transaction.delete(workspaces).where(eq(workspaces.id, deletedWorkspace.id))
  await services.events.emit(transaction, {
    type: 'workspace.deleted',
    workspace_id: deletedWorkspace.id,
    subdomain: deletedWorkspace.subdomain,
  })
}

/** Removes the workspace. Its name is typed to confirm. */
export function deleteWorkspace(context: WorkspaceContext, deletionInput: { confirm_name: string }): Promise<void> {
  return systemTransaction(context.services.db, async (transaction) => {
    const [row] = await transaction
      .select()
      .from(workspaces)
      .where(eq(workspaces.id, context.workspaceId))
      .for('update')
    if (!row) throw notFound('workspace')
    if (deletionInput.confirm_name.trim() !== row.name.trim())
      throw new AppError('invalid', 'workspace.confirm_name', 'Enter the name of the workspace to delete it.', {
        details: { fields: [{ path: 'confirm_name', message: 'This is not the name of the workspace.' }] },
      })
    await removeWorkspace(context.services, transaction, row)
  })
}
