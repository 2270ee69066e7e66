import { asc, eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import type { WorkspaceServices } from './context.ts'
import { workspaces } from './workspaces.table.ts'

/**
 * Notifies all members of the workspaces that a user pays for of a plan change.
 * `transaction` runs as the system role.
 */
export async function announcePlan(services: WorkspaceServices, transaction: Tx, userId: string): Promise<void> {
  const rows = await transaction
    .select({ id: workspaces.id })
    .from(workspaces)
    .where(eq(workspaces.billingUserId, userId))
    .orderBy(asc(workspaces.id))
  for (const { id } of rows) await services.events.emit(transaction, { type: 'workspace.changed', workspace_id: id })
}
