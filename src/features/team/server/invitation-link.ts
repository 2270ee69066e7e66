import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import { sealId, unsealId } from '../../../platform/sealed-ids/index.ts'
import { findAccount, users } from '../../accounts/server/index.ts'
import { workspaces } from '../../workspaces/server/index.ts'
import type { InvitationLink } from '../contract.ts'
import { workspaceInvitations } from './team.table.ts'

export type InvitationRow = typeof workspaceInvitations.$inferSelect

const TOKEN_PURPOSE = 'invitation'

/** URL of the emailed link. */
export const invitationAddress = (linkOptions: { appUrl: URL; secretKey: string }, invitationId: string): string =>
  new URL(`/invitation?token=${sealId(linkOptions.secretKey, TOKEN_PURPOSE, invitationId)}`, linkOptions.appUrl).href

/** The id of an invitation whose link is ours, in any state; null for any other token. */
export const openInvitationToken = (secretKeys: readonly string[], invitationToken: string): string | null =>
  unsealId(secretKeys, TOKEN_PURPOSE, invitationToken)

/** Returns the invitation of a token in any state; null for an invalid token. `transaction` runs as the system role. */
export async function findInvitation(
  transaction: Tx,
  secretKeys: readonly string[],
  invitationToken: string,
): Promise<InvitationRow | null> {
  const unsealedId = openInvitationToken(secretKeys, invitationToken)
  if (!unsealedId) return null
  const [row] = await transaction.select().from(workspaceInvitations).where(eq(workspaceInvitations.id, unsealedId))
  return row ?? null
}

export const invitationState = (invitation: InvitationRow, now = new Date()): InvitationLink['state'] =>
  invitation.acceptedBy ? 'accepted' : invitation.expiresAt <= now ? 'expired' : 'open'

/** The address that may be used to sign up with this token, or null. */
export async function invitedAddress(
  transaction: Tx,
  secretKeys: readonly string[],
  invitationToken: string,
): Promise<string | null> {
  const invitation = await findInvitation(transaction, secretKeys, invitationToken)
  return invitation && invitationState(invitation) === 'open' ? invitation.email : null
}

/** Public data of an invitation. */
export async function readInvitationLink(
  transaction: Tx,
  secretKeys: readonly string[],
  invitationToken: string,
): Promise<InvitationLink | null> {
  const invitation = await findInvitation(transaction, secretKeys, invitationToken)
  if (!invitation) return null
  const [names] = await transaction
    .select({ workspace: workspaces.name, inviter: users.name })
    .from(workspaces)
    .leftJoin(users, eq(users.id, invitation.invitedBy ?? invitation.workspaceId))
    .where(eq(workspaces.id, invitation.workspaceId))
  if (!names) return null
  return {
    state: invitationState(invitation),
    workspace_name: names.workspace,
    inviter: names.inviter || null,
    role: invitation.role,
    email: invitation.email,
    has_account: (await findAccount(transaction, invitation.email)) !== null,
  }
}
