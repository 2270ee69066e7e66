import { and, desc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { accessOf } from '../../billing/server/index.ts'
import type { Role } from '../../workspaces/contract.ts'
import {
  type AuditScope,
  inReadTransaction,
  recordAudit,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import { INVITATION_DAYS, type Invitation, noSeatLeft, OPEN_INVITATIONS_MAX } from '../contract.ts'
import { type InvitationRow, invitationState } from './invitation-link.ts'
import { changeTeam, type TeamState, teamChanged } from './team.queries.ts'
import { workspaceInvitations } from './team.table.ts'
import type { TeamServices } from './team-services.ts'

const newExpiryDate = () => new Date(Date.now() + INVITATION_DAYS * 86_400_000)

const toApiInvitation = (invitation: InvitationRow): Invitation => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  expires_at: invitation.expiresAt.toISOString(),
  expired: invitationState(invitation) === 'expired',
})

const isOpenInvitation = (workspaceId: string) =>
  and(eq(workspaceInvitations.workspaceId, workspaceId), isNull(workspaceInvitations.acceptedBy))

/** Returns the member limit of the paid plan; read in the transaction that depends on it. */
const memberLimit = async ({ tx, services }: Pick<AuditScope, 'tx' | 'services'>, team: TeamState) =>
  (await accessOf(tx, team.payerId, services)).limits.members

/** Returns true when an invited user can join; the caller has locked the team. */
export async function hasRoomForMember(auditScope: Pick<AuditScope, 'tx' | 'services'>, team: TeamState) {
  const seatLimit = await memberLimit(auditScope, team)
  return seatLimit === null || team.members.length < seatLimit
}

/**
 * Checks that the plan has a seat for `email` in addition to the members and the other open invitations.
 * @throws limit `limit.team`
 */
async function requireFreeSeat(transaction: WorkspaceTransaction, team: TeamState, email: string): Promise<void> {
  const seatLimit = await memberLimit(transaction, team)
  if (seatLimit === null) return
  const openInvitations = await transaction.tx
    .select()
    .from(workspaceInvitations)
    .where(isOpenInvitation(transaction.workspaceId))
  const otherInvitations = openInvitations.filter(
    (openInvitation) => openInvitation.email !== email && invitationState(openInvitation) === 'open',
  )
  if (team.members.length + otherInvitations.length < seatLimit) return
  throw new AppError('limit', 'limit.team', noSeatLeft(seatLimit), {
    details: { title: 'Team Members', limit: seatLimit },
  })
}

const addressConflict = (code: string, message: string) =>
  new AppError('conflict', code, message, { details: { fields: [{ path: 'email', message }] } })

/** One that has expired is taken up again. @throws conflict `invitation.pending`; limit `limit.invitations` */
async function writeInvitation(transaction: WorkspaceTransaction, invitationInput: { email: string; role: Role }) {
  const { tx, workspaceId, userId } = transaction
  const openInvitations = await tx.select().from(workspaceInvitations).where(isOpenInvitation(workspaceId))
  const earlierInvitation = openInvitations.find(({ email }) => email === invitationInput.email)
  if (earlierInvitation && invitationState(earlierInvitation) === 'open')
    throw addressConflict('invitation.pending', 'This person is invited already. You can send the invitation again.')
  if (!earlierInvitation && openInvitations.length >= OPEN_INVITATIONS_MAX)
    throw new AppError(
      'limit',
      'limit.invitations',
      `There are ${OPEN_INVITATIONS_MAX} open invitations. Revoke some before you send more.`,
      { details: { limit: OPEN_INVITATIONS_MAX } },
    )
  const rowId = earlierInvitation?.id ?? newId()
  const renewedFields = { role: invitationInput.role, invitedBy: userId, expiresAt: newExpiryDate() }
  const [row] = await tx
    .insert(workspaceInvitations)
    .values({ workspaceId, id: rowId, email: invitationInput.email, ...renewedFields })
    .onConflictDoUpdate({ target: [workspaceInvitations.workspaceId, workspaceInvitations.id], set: renewedFields })
    .returning()
  if (!row) throw new Error('insert returned no row')
  return row
}

/**
 * Mails a link that makes its receiver a member.
 *
 * @throws limit `limit.team`, `limit.invitations`; conflict `team.already_member`, `invitation.pending`; rate_limited where
 * the address has had enough mail
 */
export async function sendInvitation(
  services: TeamServices,
  context: WorkspaceContext,
  invitationInput: { email: string; role: Role },
): Promise<Invitation> {
  await services.mailLimit.require(invitationInput.email)
  return changeTeam(context, async (transaction, team) => {
    await requireFreeSeat(transaction, team, invitationInput.email)
    if (team.members.some(({ email }) => email === invitationInput.email))
      throw addressConflict('team.already_member', 'This person is a member already.')
    // Accepted ones are kept to say so for as long as their link would have worked.
    await transaction.tx
      .delete(workspaceInvitations)
      .where(
        and(
          eq(workspaceInvitations.workspaceId, transaction.workspaceId),
          isNotNull(workspaceInvitations.acceptedBy),
          lte(workspaceInvitations.expiresAt, sql`now()`),
        ),
      )
    const invitation = await writeInvitation(transaction, invitationInput)
    await recordAudit(transaction, {
      action: 'invitation.sent',
      subject: invitation.email,
      details: { role: invitation.role },
    })
    await services.sendMail(transaction.tx, { mail: 'invitation', id: invitation.id })
    await teamChanged(transaction)
    return toApiInvitation(invitation)
  })
}

const isOpenWithId = (workspaceId: string, id: string) =>
  and(isOpenInvitation(workspaceId), eq(workspaceInvitations.id, id))

/** @throws not_found `invitation.not_found`; limit `limit.team`; rate_limited where the address has had enough mail */
export async function resendInvitation(
  services: TeamServices,
  context: WorkspaceContext,
  invitationId: string,
): Promise<Invitation> {
  const [sent] = await inReadTransaction(context, ({ tx, workspaceId }) =>
    tx
      .select({ email: workspaceInvitations.email })
      .from(workspaceInvitations)
      .where(isOpenWithId(workspaceId, invitationId)),
  )
  if (!sent) throw notFound('invitation')
  await services.mailLimit.require(sent.email)
  return changeTeam(context, async (transaction, team) => {
    const [row] = await transaction.tx
      .update(workspaceInvitations)
      .set({ expiresAt: newExpiryDate(), invitedBy: transaction.userId })
      .where(isOpenWithId(transaction.workspaceId, invitationId))
      .returning()
    if (!row) throw notFound('invitation')
    await requireFreeSeat(transaction, team, row.email)
    await recordAudit(transaction, { action: 'invitation.resent', subject: row.email })
    await services.sendMail(transaction.tx, { mail: 'invitation', id: invitationId })
    await teamChanged(transaction)
    return toApiInvitation(row)
  })
}

/** Its link leads nowhere from now on. @throws not_found `invitation.not_found` */
export const revokeInvitation = (context: WorkspaceContext, invitationId: string): Promise<void> =>
  changeTeam(context, async (transaction) => {
    const [row] = await transaction.tx
      .delete(workspaceInvitations)
      .where(isOpenWithId(transaction.workspaceId, invitationId))
      .returning()
    if (!row) throw notFound('invitation')
    await recordAudit(transaction, { action: 'invitation.revoked', subject: row.email })
    await teamChanged(transaction)
  })

export const listInvitations = (context: WorkspaceContext): Promise<Invitation[]> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const openInvitations = await tx
      .select()
      .from(workspaceInvitations)
      .where(isOpenInvitation(workspaceId))
      .orderBy(desc(workspaceInvitations.id))
    return openInvitations.map(toApiInvitation)
  })
