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

async function membersOf(transaction: Tx, workspaceId: string): Promise<TeamMember[]> {
  const rows = await transaction
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
  return rows.map((row) => ({ ...row, name: row.name || row.email }))
}

const workspaceRow = (transaction: Tx, workspaceId: string) =>
  transaction
    .select({ name: workspaces.name, payerId: workspaces.billingUserId })
    .from(workspaces)
    .where(eq(workspaces.id, workspaceId))

/** The team as it is at this moment. `tx` runs as the system role. @throws not_found `workspace.not_found` */
export async function readTeam(transaction: Tx, workspaceId: string): Promise<TeamState> {
  const [row] = await workspaceRow(transaction, workspaceId)
  if (!row) throw notFound('workspace')
  return { ...row, members: await membersOf(transaction, workspaceId) }
}

/** The same with a lock: concurrent changes of a team wait here. */
export async function lockTeam(transaction: Tx, workspaceId: string): Promise<TeamState> {
  await workspaceRow(transaction, workspaceId).for('no key update')
  return readTeam(transaction, workspaceId)
}

export const memberIn = (team: TeamState, id: string): TeamMember => {
  const member = team.members.find((one) => one.id === id)
  if (!member) throw notFound('member')
  return member
}

/**
 * Runs a change of the team in one transaction of the system role. Authorizes again, because the caller may have lost
 * the permission. `first` runs before any lock is taken.
 */
export const changeTeam = <T>(
  context: WorkspaceContext,
  work: (transaction: WorkspaceTransaction, team: TeamState) => Promise<T>,
  first: (transaction: Tx) => Promise<unknown> = async () => undefined,
): Promise<T> =>
  systemTransaction(context.services.db, async (transaction) => {
    await first(transaction)
    const team = await lockTeam(transaction, context.workspaceId)
    // An API key acts with an owner's rights; a person may have lost theirs while the team was locked.
    const role =
      context.actor?.kind === 'api_key' ? 'owner' : team.members.find(({ id }) => id === context.userId)?.role
    if (role === undefined) throw notFound('workspace')
    if (!context.action || !roleAllows(role, context.action))
      throw new AppError('forbidden', 'workspace.owner_only', 'Only an owner of this workspace can do this.')
    return work({ ...context, tx: transaction }, team)
  })

/** Notifies every node, and through it every open tab. `ended` is a user whose membership has ended. */
export const teamChanged = (scope: AuditScope, ended?: { user_id: string; by_choice: boolean }): Promise<void> =>
  scope.services.events.emit(scope.tx, { type: 'members.changed', workspace_id: scope.workspaceId, ...ended })

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
export const writeRole = ({ tx, workspaceId }: AuditScope, id: string, role: Role): Promise<unknown> =>
  tx
    .update(workspaceMembers)
    .set({ role })
    .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, id)))
