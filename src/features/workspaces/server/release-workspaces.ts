import { and, asc, eq, inArray, ne, or, sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import { revokeKeysOf } from './api-keys/api-keys.ts'
import { personActor, recordAudit } from './audit-log.ts'
import type { WorkspaceServices } from './context.ts'
import { lockWorkspacesOf } from './create-workspace.ts'
import { removeWorkspace } from './delete-workspace.ts'
import { reservedSubdomains, workspaceMembers, workspaces } from './workspaces.table.ts'

/**
 * Returns the successor: the longest-standing owner, else the longest-standing member; null when the user was alone.
 */
async function successorOf(transaction: Tx, workspaceId: string, leavingId: string) {
  const [successor] = await transaction
    .select()
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), ne(workspaceMembers.userId, leavingId)))
    .orderBy(
      sql`${workspaceMembers.role} = 'owner' desc`,
      asc(workspaceMembers.createdAt),
      asc(workspaceMembers.userId),
    )
    .limit(1)
  return successor
}

/**
 * A person leaves for good, in the caller's transaction (system role): workspaces that only they belong to are removed,
 * the others pass to an heir, who becomes owner where no owner is left and takes over the billing the person had.
 */
export async function releaseWorkspaces(services: WorkspaceServices, transaction: Tx, userId: string): Promise<void> {
  // The lock of creating one: what is created before this is seen here, what comes after finds its creator gone.
  await lockWorkspacesOf(transaction, userId)
  const leavingActor = await personActor(transaction, userId)
  const memberships = transaction
    .select({ id: workspaceMembers.workspaceId })
    .from(workspaceMembers)
    .where(eq(workspaceMembers.userId, userId))
  const ownedWorkspaces = await transaction
    .select()
    .from(workspaces)
    .where(or(inArray(workspaces.id, memberships), eq(workspaces.billingUserId, userId)))
    // Two members leaving at once wait for each other here, in one order.
    .orderBy(asc(workspaces.id))
    .for('update')
  for (const workspace of ownedWorkspaces) {
    const successor = await successorOf(transaction, workspace.id, userId)
    if (!successor) {
      await removeWorkspace(services, transaction, workspace)
      continue
    }
    const ofSuccessor = and(
      eq(workspaceMembers.workspaceId, workspace.id),
      eq(workspaceMembers.userId, successor.userId),
    )
    const auditScope = { tx: transaction, workspaceId: workspace.id, actor: leavingActor, services }
    const successorName = (await personActor(transaction, successor.userId)).name
    const handedOver = { subject: workspace.name, details: { from: leavingActor.name, to: successorName } }
    if (successor.role !== 'owner') {
      await transaction.update(workspaceMembers).set({ role: 'owner' }).where(ofSuccessor)
      await recordAudit(auditScope, { action: 'ownership.transferred', ...handedOver })
      const promoted = { type: 'member.changed' as const, workspace_id: workspace.id, user_ids: [successor.userId] }
      await services.events.emitWithin(transaction, promoted)
    }
    if (workspace.billingUserId === userId) {
      await transaction
        .update(workspaces)
        .set({ billingUserId: successor.userId, updatedAt: new Date() })
        .where(eq(workspaces.id, workspace.id))
      await recordAudit(auditScope, { action: 'billing.transferred', ...handedOver })
    }
    await revokeKeysOf(auditScope, leavingActor)
    const [left] = await transaction
      .delete(workspaceMembers)
      .where(and(eq(workspaceMembers.workspaceId, workspace.id), eq(workspaceMembers.userId, userId)))
      .returning({ role: workspaceMembers.role })
    await recordAudit(auditScope, { action: 'member.left', subject: leavingActor.name })
    if (left)
      await services.events.emitWithin(transaction, {
        type: 'member.left',
        workspace_id: workspace.id,
        user_id: userId,
        role: left.role,
        by_choice: true,
      })
    await services.events.emit(transaction, { type: 'members.changed', workspace_id: workspace.id, user_id: userId })
    await services.events.emit(transaction, { type: 'workspace.changed', workspace_id: workspace.id })
  }
  // A deleted user's name must not be used to take a subdomain.
  await transaction
    .update(reservedSubdomains)
    .set({ formerOwnerIds: sql`array_remove(${reservedSubdomains.formerOwnerIds}, ${userId}::uuid)` })
    .where(sql`${userId}::uuid = any(${reservedSubdomains.formerOwnerIds})`)
}
