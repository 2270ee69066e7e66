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

const invalidInvitation = (code: string, message: string) => new AppError('invalid', code, message)

/** Returns the reason why an invitation cannot be accepted, or null. */
function invitationRefusal(
  invitation: InvitationRow | null,
  invitedUser: { id: string; email: string },
): AppError | null {
  if (!invitation)
    return invalidInvitation('invitation.gone', 'This invitation was withdrawn, or its link is not complete.')
  const linkState = invitationState(invitation)
  if (linkState === 'accepted')
    return invitation.acceptedBy === invitedUser.id
      ? null
      : invalidInvitation('invitation.used', 'This invitation was used already.')
  if (linkState === 'expired')
    return invalidInvitation('invitation.expired', 'This invitation has expired. Please ask for a new one.')
  if (invitation.email === invitedUser.email) return null
  return new AppError(
    'forbidden',
    'invitation.other_address',
    `This invitation was sent to ${invitation.email}. You are signed in as ${invitedUser.email}.`,
  )
}

async function joinTeam(
  services: TeamServices,
  transaction: Tx,
  invitation: InvitationRow,
  userId: string,
): Promise<void> {
  const { workspaceId } = invitation
  const auditScope = {
    tx: transaction,
    workspaceId,
    services: services.workspaces,
    actor: await personActor(transaction, userId),
  }
  await transaction
    .update(workspaceInvitations)
    .set({ acceptedBy: userId })
    .where(and(eq(workspaceInvitations.workspaceId, workspaceId), eq(workspaceInvitations.id, invitation.id)))
  const newMemberships = await transaction
    .insert(workspaceMembers)
    .values({ workspaceId, userId, role: invitation.role })
    .onConflictDoNothing()
    .returning({ userId: workspaceMembers.userId })
  // An existing member keeps the role.
  if (newMemberships.length > 0) {
    await recordAudit(auditScope, {
      action: 'member.joined',
      subject: auditScope.actor.name,
      details: { role: invitation.role },
    })
    const joinedEvent = { type: 'member.joined', workspace_id: workspaceId, user_id: userId } as const
    await services.workspaces.events.emitWithin(transaction, joinedEvent)
  }
  await teamChanged(auditScope)
}

/** Locks the invitation with its team, so that the second of two concurrent callers finds it accepted. */
async function lockInvitation(services: TeamServices, transaction: Tx, invitationToken: string) {
  const { secretKeys } = services
  const unlockedInvitation = await findInvitation(transaction, secretKeys, invitationToken)
  const lockedTeam: TeamState | null =
    unlockedInvitation && (await lockTeam(transaction, unlockedInvitation.workspaceId))
  return { row: lockedTeam && (await findInvitation(transaction, secretKeys, invitationToken)), team: lockedTeam }
}

/**
 * Makes the person a member, once; again by the same person, it answers the same.
 *
 * @throws invalid `invitation.gone`, `.used`, `.expired`; forbidden `invitation.other_address`; limit `limit.team`
 */
export const acceptInvitation = (services: TeamServices, userId: string, invitationToken: string): Promise<string> =>
  systemTransaction(services.workspaces.db, async (transaction) => {
    const [person] = await transaction
      .select({ id: users.id, email: users.email })
      .from(users)
      .where(eq(users.id, userId))
    if (!person) throw new Error('a signed-in person has no account')
    const { row, team } = await lockInvitation(services, transaction, invitationToken)
    const refusalError = invitationRefusal(row, person)
    if (refusalError) throw refusalError
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
  invitationToken: string,
  userId: string,
): Promise<void> {
  const { row, team } = await lockInvitation(services, transaction, invitationToken)
  if (!row || !team || invitationState(row) !== 'open') return
  if (await hasRoomForMember({ tx: transaction, services: services.workspaces }, team))
    await joinTeam(services, transaction, row, userId)
}
