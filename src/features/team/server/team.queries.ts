import { and, asc, eq, sql } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { systemTransaction, type Tx } from '../../../platform/db/index.ts'
import { profiles, users } from '../../accounts/server/index.ts'
import { type Role, roleAllows } from '../../workspaces/contract.ts'
import {
  type AuditScope,
  type WorkspaceContext,
  type WorkspaceTransaction,
  workspaceMembers,
  workspaces,
} from '../../workspaces/server/index.ts'
import type { Member } from '../contract.ts'

/** A workspace and its people. */
export interface TeamState {
  name: string
  payerId: string
  members: TeamMember[]
}

export interface TeamMember {
  id: string
  name: string
  email: string
  avatarUrl: string | null
  role: Role
  joinedAt: Date
}

async function readMembers(transaction: Tx, workspaceId: string): Promise<TeamMember[]> {
  const memberRows = await transaction
    .select({
      id: users.id,
      name: users.name,
      email: users.email,
      avatarUrl: sql<string | null>`coalesce(${profiles.avatarUrl}, ${users.image})`,
      role: workspaceMembers.role,
      joinedAt: workspaceMembers.createdAt,
    })
    .from(workspaceMembers)
    .innerJoin(users, eq(users.id, workspaceMembers.userId))
    .leftJoin(profiles, eq(profiles.id, users.id))
    .where(eq(workspaceMembers.workspaceId, workspaceId))
    .orderBy(asc(workspaceMembers.createdAt), asc(users.id))
  return memberRows.map((memberRow) => ({ ...memberRow, name: memberRow.name || memberRow.email }))
}

const selectWorkspace = (transaction: Tx, workspaceId: string) =>
  transaction
    .select({ name: workspaces.name, payerId: workspaces.billingUserId })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))

/** The team as it is at this moment. `transaction` runs as the system role. @throws not_found `workspace.not_found` */
export async function readTeam(transaction: Tx, workspaceId: string): Promise<TeamState> {
  const [row] = await selectWorkspace(transaction, workspaceId)
  if (!row) throw notFound('workspace')
  return { ...row, members: await readMembers(transaction, workspaceId) }
}

/** The same with a lock: concurrent changes of a team wait here. */
export async function lockTeam(transaction: Tx, workspaceId: string): Promise<TeamState> {
  await selectWorkspace(transaction, workspaceId).for('no key update')
  return readTeam(transaction, workspaceId)
}

export const memberIn = (team: TeamState, memberId: string): TeamMember => {
  const member = team.members.find((teamMember) => teamMember.id === memberId)
  if (!member) throw notFound('member')
  return member
}

/**
 * Runs a change of the team in one transaction of the system role. Authorizes again, because the caller may have lost
 * the permission. `lockBefore` runs before any lock is taken.
 */
export const changeTeam = <T>(
  context: WorkspaceContext,
  changeWork: (transaction: WorkspaceTransaction, team: TeamState) => Promise<T>,
  lockBefore: (transaction: Tx) => Promise<unknown> = async () => undefined,
): Promise<T> =>
  systemTransaction(context.services.db, async (transaction) => {
    await lockBefore(transaction)
    const team = await lockTeam(transaction, context.workspaceId)
    // An API key acts with an owner's rights; a person may have lost theirs while the team was locked.
    const currentRole =
      context.actor?.kind === 'api_key' ? 'owner' : team.members.find(({ id }) => id === context.userId)?.role
    if (currentRole === undefined) throw notFound('workspace')
    if (!context.action || !roleAllows(currentRole, context.action))
      throw new AppError('forbidden', 'workspace.owner_only', 'Only an owner of this workspace can do this.')
    return changeWork({ ...context, tx: transaction }, team)
  })

/** Notifies every node, and through it every open tab. `endedMembership` is a user whose membership has ended. */
export const teamChanged = (
  auditScope: AuditScope,
  endedMembership?: { user_id: string; by_choice: boolean },
): Promise<void> =>
  auditScope.services.events.emit(auditScope.tx, {
    type: 'members.changed',
    workspace_id: auditScope.workspaceId,
    ...endedMembership,
  })

/** In the order in which they joined. */
export const listMembers = (context: WorkspaceContext): Promise<Member[]> =>
  systemTransaction(context.services.db, async (transaction) => {
    const { members, payerId } = await readTeam(transaction, context.workspaceId)
    return members.map((member) => ({
      id: member.id,
      name: member.name,
      email: member.email,
      avatar_url: member.avatarUrl,
      role: member.role,
      joined_at: member.joinedAt.toISOString(),
      pays: member.id === payerId,
      you: member.id === context.userId,
    }))
  })

/** Writes a person's role. */
export const writeRole = ({ tx, workspaceId }: AuditScope, memberId: string, currentRole: Role): Promise<unknown> =>
  tx
    .update(workspaceMembers)
    .set({ role: currentRole })
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, memberId)))
