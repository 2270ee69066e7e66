import { eq } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import { sealId, unsealId } from '../../../platform/sealed-ids/index.ts'
import { findAccount, users } from '../../accounts/server/index.ts'
import { workspaces } from '../../workspaces/server/index.ts'
import type { InvitationLink } from '../contract.ts'
import { workspaceInvitations } from './team.table.ts'

export type InvitationRow = typeof workspaceInvitations.$inferSelect

const PURPOSE = 'invitation'

/** URL of the emailed link. */
export const invitationAddress = (options: { appUrl: URL; secretKey: string }, id: string): string =>
  new URL(`/invitation?token=${sealId(options.secretKey, PURPOSE, id)}`, options.appUrl).href

/** The id of an invitation whose link is ours, in any state; null for any other token. */
export const invitationId = (secretKeys: readonly string[], token: string): string | null =>
  unsealId(secretKeys, PURPOSE, token)

/** Returns the invitation of a token in any state; null for an invalid token. `tx` runs as the system role. */
export async function findInvitation(
  transaction: Tx,
  secretKeys: readonly string[],
  token: string,
): Promise<InvitationRow | null> {
  const id = invitationId(secretKeys, token)
  if (!id) return null
  const [row] = await transaction.select().from(workspaceInvitations).where(eq(workspaceInvitations.id, id))
  return row ?? null
}

export const invitationState = (row: InvitationRow, now = new Date()): InvitationLink['state'] =>
  row.acceptedBy ? 'accepted' : row.expiresAt <= now ? 'expired' : 'open'

/** The address that may be used to sign up with this token, or null. */
export async function invitedAddress(
  transaction: Tx,
  secretKeys: readonly string[],
  token: string,
): Promise<string | null> {
  const row = await findInvitation(transaction, secretKeys, token)
  return row && invitationState(row) === 'open' ? row.email : null
}

/** Public data of an invitation. */
export async function readInvitationLink(
  transaction: Tx,
  secretKeys: readonly string[],
  token: string,
): Promise<InvitationLink | null> {
  const row = await findInvitation(transaction, secretKeys, token)
  if (!row) return null
  const [names] = await transaction
    .select({ workspace: workspaces.name, inviter: users.name })
    .from(workspaces)
    .leftJoin(users, eq(users.id, row.invitedBy ?? row.workspaceId))
    .where(eq(workspaces.id, row.workspaceId))
  if (!names) return null
  return {
    state: invitationState(row),
    workspace_name: names.workspace,
    inviter: names.inviter || null,
    role: row.role,
    email: row.email,
    has_account: (await findAccount(transaction, row.email)) !== null,
  }
}
