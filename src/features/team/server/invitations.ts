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

const expiry = () => new Date(Date.now() + INVITATION_DAYS * 86_400_000)

const present = (row: InvitationRow): Invitation => ({
  id: row.id,
  email: row.email,
  role: row.role,
  expires_at: row.expiresAt.toISOString(),
  expired: invitationState(row) === 'expired',
})

const open = (workspaceId: string) =>
  and(eq(workspaceInvitations.workspaceId, workspaceId), isNull(workspaceInvitations.acceptedBy))

/** Returns the member limit of the paid plan; read in the transaction that depends on it. */
const memberLimit = async ({ tx, services }: Pick<AuditScope, 'tx' | 'services'>, team: TeamState) =>
  (await accessOf(tx, team.payerId, services)).limits.members

/** Returns true when an invited user can join; the caller has locked the team. */
export async function hasRoomForMember(scope: Pick<AuditScope, 'tx' | 'services'>, team: TeamState) {
  const limit = await memberLimit(scope, team)
  return limit === null || team.members.length < limit
}

/**
 * Checks that the plan has a seat for `email` in addition to the members and the other open invitations.
 * @throws limit `limit.team`
 */
async function checkSeats(transaction: WorkspaceTransaction, team: TeamState, email: string): Promise<void> {
  const limit = await memberLimit(transaction, team)
  if (limit === null) return
  const rows = await transaction.tx.select().from(workspaceInvitations).where(open(transaction.workspaceId))
  const others = rows.filter((row) => row.email !== email && invitationState(row) === 'open')
  if (team.members.length + others.length < limit) return
  throw new AppError('limit', 'limit.team', noSeatLeft(limit), { details: { title: 'Team Members', limit } })
}

const wrongAddress = (code: string, message: string) =>
  new AppError('conflict', code, message, { details: { fields: [{ path: 'email', message }] } })

/** One that has expired is taken up again. @throws conflict `invitation.pending`; limit `limit.invitations` */
async function writeInvitation(transaction: WorkspaceTransaction, input: { email: string; role: Role }) {
  const { tx, workspaceId, userId } = transaction
  const rows = await tx.select().from(workspaceInvitations).where(open(workspaceId))
  const earlier = rows.find(({ email }) => email === input.email)
  if (earlier && invitationState(earlier) === 'open')
    throw wrongAddress('invitation.pending', 'This person is invited already. You can send the invitation again.')
  if (!earlier && rows.length >= OPEN_INVITATIONS_MAX)
    throw new AppError(
      'limit',
      'limit.invitations',
      `There are ${OPEN_INVITATIONS_MAX} open invitations. Revoke some before you send more.`,
      { details: { limit: OPEN_INVITATIONS_MAX } },
    )
  const id = earlier?.id ?? newId()
  const values = { role: input.role, invitedBy: userId, expiresAt: expiry() }
  const [row] = await tx
    .insert(workspaceInvitations)
    .values({ workspaceId, id, email: input.email, ...values })
    .onConflictDoUpdate({ target: [workspaceInvitations.workspaceId, workspaceInvitations.id], set: values })
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
  input: { email: string; role: Role },
): Promise<Invitation> {
  await services.mailLimit.require(input.email)
  return changeTeam(context, async (transaction, team) => {
    await checkSeats(transaction, team, input.email)
    if (team.members.some(({ email }) => email === input.email))
      throw wrongAddress('team.already_member', 'This person is a member already.')
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
    const row = await writeInvitation(transaction, input)
    await recordAudit(transaction, { action: 'invitation.sent', subject: row.email, details: { role: row.role } })
    await services.sendMail(transaction.tx, { mail: 'invitation', id: row.id })
    await teamChanged(transaction)
    return present(row)
  })
}

const byId = (workspaceId: string, id: string) => and(open(workspaceId), eq(workspaceInvitations.id, id))

/** @throws not_found `invitation.not_found`; limit `limit.team`; rate_limited where the address has had enough mail */
export async function resendInvitation(
  services: TeamServices,
  context: WorkspaceContext,
  id: string,
): Promise<Invitation> {
  const [sent] = await inReadTransaction(context, ({ tx, workspaceId }) =>
    tx.select({ email: workspaceInvitations.email }).from(workspaceInvitations).where(byId(workspaceId, id)),
  )
  if (!sent) throw notFound('invitation')
  await services.mailLimit.require(sent.email)
  return changeTeam(context, async (transaction, team) => {
    const [row] = await transaction.tx
      .update(workspaceInvitations)
      .set({ expiresAt: expiry(), invitedBy: transaction.userId })
      .where(byId(transaction.workspaceId, id))
      .returning()
    if (!row) throw notFound('invitation')
    await checkSeats(transaction, team, row.email)
    await recordAudit(transaction, { action: 'invitation.resent', subject: row.email })
    await services.sendMail(transaction.tx, { mail: 'invitation', id })
    await teamChanged(transaction)
    return present(row)
  })
}

/** Its link leads nowhere from now on. @throws not_found `invitation.not_found` */
export const revokeInvitation = (context: WorkspaceContext, id: string): Promise<void> =>
  changeTeam(context, async (transaction) => {
    const [row] = await transaction.tx.delete(workspaceInvitations).where(byId(transaction.workspaceId, id)).returning()
    if (!row) throw notFound('invitation')
    await recordAudit(transaction, { action: 'invitation.revoked', subject: row.email })
    await teamChanged(transaction)
  })

export const listInvitations = (context: WorkspaceContext): Promise<Invitation[]> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const rows = await tx
      .select()
      .from(workspaceInvitations)
      .where(open(workspaceId))
      .orderBy(desc(workspaceInvitations.id))
    return rows.map(present)
  })
