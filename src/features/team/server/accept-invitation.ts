import { and, eq } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import { systemTransaction, type Tx } from '../../../platform/db/index.ts'
import { users } from '../../accounts/server/index.ts'
import { personActor, recordAudit, workspaceMembers } from '../../workspaces/server/index.ts'
import { findInvitation, type InvitationRow, invitationState } from './invitation-link.ts'
import { hasRoomForMember } from './invitations.ts'
import { lockTeam, type TeamState, teamChanged } from './team.queries.ts'
import { workspaceInvitations } from './team.table.ts'
import type { TeamServices } from './team-services.ts'

const dead = (code: string, message: string) => new AppError('invalid', code, message)

/** Returns the reason why an invitation cannot be accepted, or null. */
function refusal(row: InvitationRow | null, person: { id: string; email: string }): AppError | null {
  if (!row) return dead('invitation.gone', 'This invitation was withdrawn, or its link is not complete.')
  const state = invitationState(row)
  if (state === 'accepted')
    return row.acceptedBy === person.id ? null : dead('invitation.used', 'This invitation was used already.')
  if (state === 'expired') return dead('invitation.expired', 'This invitation has expired. Please ask for a new one.')
  if (row.email === person.email) return null
  return new AppError(
    'forbidden',
    'invitation.other_address',
    `This invitation was sent to ${row.email}. You are signed in as ${person.email}.`,
  )
}

async function joinTeam(services: TeamServices, transaction: Tx, row: InvitationRow, userId: string): Promise<void> {
  const { workspaceId } = row
  const scope = {
    tx: transaction,
    workspaceId,
    services: services.workspaces,
    actor: await personActor(transaction, userId),
  }
  await transaction
    .update(workspaceInvitations)
    .set({ acceptedBy: userId })
    .where(and(eq(workspaceInvitations.workspaceId, workspaceId), eq(workspaceInvitations.id, row.id)))
  const joined = await transaction
    .insert(workspaceMembers)
    .values({ workspaceId, userId, role: row.role })
    .onConflictDoNothing()
    .returning({ userId: workspaceMembers.userId })
  // An existing member keeps the role.
  if (joined.length > 0) {
    await recordAudit(scope, { action: 'member.joined', subject: scope.actor.name, details: { role: row.role } })
    const event = { type: 'member.joined', workspace_id: workspaceId, user_id: userId } as const
    await services.workspaces.events.emitWithin(transaction, event)
  }
  await teamChanged(scope)
}

/** Locks the invitation with its team, so that the second of two concurrent callers finds it accepted. */
async function lockInvitation(services: TeamServices, transaction: Tx, token: string) {
  const { secretKeys } = services
  const before = await findInvitation(transaction, secretKeys, token)
  const team: TeamState | null = before && (await lockTeam(transaction, before.workspaceId))
  return { row: team && (await findInvitation(transaction, secretKeys, token)), team }
}

/**
 * Makes the person a member, once; again by the same person, it answers the same.
 *
 * @throws invalid `invitation.gone`, `.used`, `.expired`; forbidden `invitation.other_address`; limit `limit.team`
 */
export const acceptInvitation = (services: TeamServices, userId: string, token: string): Promise<string> =>
  systemTransaction(services.workspaces.db, async (transaction) => {
    const [person] = await transaction
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(eq(users.id, userId))
    if (!person) throw new Error('a signed-in person has no account')
    const { row, team } = await lockInvitation(services, transaction, token)
    const refused = refusal(row, person)
    if (refused) throw refused
    if (!row || !team) throw new Error('an invitation that nothing speaks against is missing')
    if (row.acceptedBy) return row.workspaceId
    if (!(await hasRoomForMember({ tx: transaction, services: services.workspaces }, team)))
      throw new AppError(
        'limit',
        'limit.team',
        `The plan of ${team.name} has no room for team members at the moment. Please ask its owner to upgrade to Pro.`,
      )
    await joinTeam(services, transaction, row, userId)
    return row.workspaceId
  })

/**
 * The same within the sign-up that used the token. Where the plan has no room, the account is there all the same, and the
 * invitation still open.
 */
export async function joinAtSignUp(
  services: TeamServices,
  transaction: Tx,
  token: string,
  userId: string,
): Promise<void> {
  const { row, team } = await lockInvitation(services, transaction, token)
  if (!row || !team || invitationState(row) !== 'open') return
  if (await hasRoomForMember({ tx: transaction, services: services.workspaces }, team))
    await joinTeam(services, transaction, row, userId)
}
