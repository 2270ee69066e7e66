import { and, eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import { users } from '../../accounts/server/index.ts'
import { workspaceMembers, workspaces } from './workspaces.table.ts'

/** Ids of the owners of a workspace, each of whom gets a mail of their own. */
export async function ownersOf(transaction: Tx, workspaceId: string): Promise<string[]> {
  const recipientRows = await transaction
    .select({ id: workspaceMembers.userId })
    .from(workspaceMembers)
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.role, 'owner')))
  return recipientRows.map(({ id }) => id)
}

/** Address of a member, and the name of the workspace that the mail is about; null for a former member. */
export async function mailRecipient(
  transaction: Tx,
  { workspaceId, userId }: { workspaceId: string; userId: string },
): Promise<{ to: string; workspace: string } | null> {
  const [row] = await transaction
    .select({ to: users.email, workspace: workspaces.name })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .innerJoin(workspaces, eq(workspaces.id, workspaceMembers.workspaceId))
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, userId)))
  return row ?? null
}
