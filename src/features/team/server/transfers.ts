import { and, eq, gt } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { newId } from '../../../kernel/ids.ts'
import { systemTransaction } from '../../../platform/db/index.ts'
import {
  emitWithin,
  lockWorkspacesOf,
  recordAudit,
  revokeKeysOf,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import { TRANSFER_DAYS, type Transfer, type TransferKind } from '../contract.ts'
import { moveBilling } from './take-over-billing.ts'
import {
  changeTeam,
  memberIn,
  readTeam,
  type TeamMember,
  type TeamState,
  teamChanged,
  writeRole,
} from './team.queries.ts'
import { workspaceTransfers } from './team.table.ts'
import type { TeamServices } from './team-services.ts'

type TransferRow = typeof workspaceTransfers.$inferSelect

const isUnexpired = (workspaceId: string) =>
  and(eq(workspaceTransfers.workspaceId, workspaceId), gt(workspaceTransfers.expiresAt, new Date()))

/** Transferring the ownership of the payer also transfers the billing: the payer is always an owner. */
const includesBilling = (team: Pick<TeamState, 'payerId'>, transfer: Pick<TransferRow, 'kind' | 'fromUserId'>) =>
  transfer.kind === 'billing' || transfer.fromUserId === team.payerId

/** Offers of this workspace that wait for an answer. */
export const listTransfers = (context: WorkspaceContext): Promise<Transfer[]> =>
  systemTransaction(context.services.db, async (transaction) => {
    const openTransfers = await transaction.select().from(workspaceTransfers).where(isUnexpired(context.workspaceId))
    if (openTransfers.length === 0) return []
    const team = await readTeam(transaction, context.workspaceId)
    const findMember = (memberId: string) => team.members.find((member) => member.id === memberId)
    return openTransfers.flatMap((transfer) => {
      const [from, to] = [findMember(transfer.fromUserId), findMember(transfer.toUserId)]
      // An offer ends with the membership of either; one of them may have left a moment ago.
      if (!from || !to) return []
      return {
        id: transfer.id,
        kind: transfer.kind,
        from: { id: from.id, name: from.name },
        to: { id: to.id, name: to.name },
        with_billing: includesBilling(team, transfer),
        expires_at: transfer.expiresAt.toISOString(),
      }
    })
  })

/**
 * Checks that this owner can offer the transfer to this member.
 * @throws conflict `transfer.self`, `.not_payer`, `.not_owner`
 */
function requireValidOffer(
  team: TeamState,
  transferKind: TransferKind,
  sender: TeamMember,
  recipient: TeamMember,
): void {
  if (sender.id === recipient.id) throw new AppError('conflict', 'transfer.self', 'Choose another member.')
  if (transferKind === 'ownership') return
  if (sender.id !== team.payerId)
    throw new AppError(
      'conflict',
      'transfer.not_payer',
      'Only the person who pays for the workspace can transfer the billing.',
    )
  if (recipient.role !== 'owner')
    throw new AppError(
      'conflict',
      'transfer.not_owner',
      'A workspace is billed to one of its owners. Make this person an owner first.',
    )
}

/** Offers the ownership or the billing to a member; nothing changes until they accept. */
export const offerTransfer = (
  services: TeamServices,
  context: WorkspaceContext,
  transferOffer: { id: string; kind: TransferKind },
): Promise<void> =>
  changeTeam(context, async (transaction, team) => {
    const recipient = memberIn(team, transferOffer.id)
    const sender = memberIn(team, transaction.userId ?? '')
    requireValidOffer(team, transferOffer.kind, sender, recipient)
    const { tx, workspaceId } = transaction
    const isOfSameKind = and(
      eq(workspaceTransfers.workspaceId, workspaceId),
      eq(workspaceTransfers.kind, transferOffer.kind),
    )
    await tx.delete(workspaceTransfers).where(isOfSameKind)
    const newTransferId = newId()
    const expiresAt = new Date(Date.now() + TRANSFER_DAYS * 86_400_000)
    await tx.insert(workspaceTransfers).values({
      workspaceId,
      id: newTransferId,
      kind: transferOffer.kind,
      fromUserId: sender.id,
      toUserId: recipient.id,
      expiresAt,
    })
    await recordAudit(transaction, { action: `${transferOffer.kind}.offered`, subject: recipient.name })
    await services.sendMail(tx, { mail: 'transfer', id: newTransferId })
    await teamChanged(transaction)
  })

/** @throws not_found `transfer.not_found`, also where it is none of the caller's. */
async function takeTransfer(
  transaction: WorkspaceTransaction,
  transferId: string,
  isPermitted: (row: TransferRow) => boolean,
): Promise<TransferRow> {
  const [row] = await transaction.tx
    .delete(workspaceTransfers)
    .where(and(isUnexpired(transaction.workspaceId), eq(workspaceTransfers.id, transferId)))
    .returning()
  if (!row || !isPermitted(row)) throw notFound('transfer')
  return row
}

/** Declines the offer, or takes it back. */
export const withdrawTransfer = (context: WorkspaceContext, transferId: string): Promise<void> =>
  changeTeam(context, async (transaction) => {
    await takeTransfer(
      transaction,
      transferId,
      (transfer) => transfer.fromUserId === transaction.userId || transfer.toUserId === transaction.userId,
    )
    await teamChanged(transaction)
  })

/**
 * Takes over what was offered. With the ownership the former owner becomes a member.
 *
 * @throws not_found `transfer.not_found`; conflict `transfer.outdated` and those of `requireValidOffer`; limit
 */
export const acceptTransfer = (context: WorkspaceContext, transferId: string): Promise<void> =>
  changeTeam(
    context,
    async (transaction, team) => {
      const transfer = await takeTransfer(transaction, transferId, ({ toUserId }) => toUserId === transaction.userId)
      const sender = memberIn(team, transfer.fromUserId)
      const recipient = memberIn(team, transfer.toUserId)
      if (sender.role !== 'owner')
        throw new AppError(
          'conflict',
          'transfer.outdated',
          `${sender.name} is no longer an owner and cannot transfer this.`,
        )
      requireValidOffer(team, transfer.kind, sender, recipient)
      if (includesBilling(team, transfer))
        await moveBilling(transaction, { from: sender, to: recipient, action: 'billing.transferred' })
      if (transfer.kind === 'ownership') {
        await writeRole(transaction, recipient.id, 'owner')
        await writeRole(transaction, sender.id, 'member')
        await revokeKeysOf(transaction, sender)
        const auditDetails = { from: sender.name, to: recipient.name }
        await recordAudit(transaction, {
          action: 'ownership.transferred',
          subject: recipient.name,
          details: auditDetails,
        })
        await emitWithin(transaction, { type: 'member.changed', user_ids: [recipient.id, sender.id] })
      }
      await teamChanged(transaction)
      await transaction.services.events.emit(transaction.tx, {
        type: 'workspace.changed',
        workspace_id: transaction.workspaceId,
      })
    },
    (transaction) => lockWorkspacesOf(transaction, context.userId ?? ''),
  )
