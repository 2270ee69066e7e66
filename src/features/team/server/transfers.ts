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

type Row = typeof workspaceTransfers.$inferSelect

const live = (workspaceId: string) =>
  and(eq(workspaceTransfers.workspaceId, workspaceId), gt(workspaceTransfers.expiresAt, new Date()))

/** Transferring the ownership of the payer also transfers the billing: the payer is always an owner. */
const withBilling = (team: Pick<TeamState, 'payerId'>, row: Pick<Row, 'kind' | 'fromUserId'>) =>
  row.kind === 'billing' || row.fromUserId === team.payerId

/** Offers of this workspace that wait for an answer. */
export const listTransfers = (context: WorkspaceContext): Promise<Transfer[]> =>
  systemTransaction(context.services.db, async (transaction) => {
    const rows = await transaction.select().from(workspaceTransfers).where(live(context.workspaceId))
    if (rows.length === 0) return []
    const team = await readTeam(transaction, context.workspaceId)
    const named = (id: string) => team.members.find((member) => member.id === id)
    return rows.flatMap((row) => {
      const [from, to] = [named(row.fromUserId), named(row.toUserId)]
      // An offer ends with the membership of either; one of them may have left a moment ago.
      if (!from || !to) return []
      return {
        id: row.id,
        kind: row.kind,
        from: { id: from.id, name: from.name },
        to: { id: to.id, name: to.name },
        with_billing: withBilling(team, row),
        expires_at: row.expiresAt.toISOString(),
      }
    })
  })

/**
 * Checks that this owner can offer the transfer to this member.
 * @throws conflict `transfer.self`, `.not_payer`, `.not_owner`
 */
function checkOffer(team: TeamState, kind: TransferKind, from: TeamMember, to: TeamMember): void {
  if (from.id === to.id) throw new AppError('conflict', 'transfer.self', 'Choose another member.')
  if (kind === 'ownership') return
  if (from.id !== team.payerId)
    throw new AppError(
      'conflict',
      'transfer.not_payer',
      'Only the person who pays for the workspace can transfer the billing.',
    )
  if (to.role !== 'owner')
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
  input: { id: string; kind: TransferKind },
): Promise<void> =>
  changeTeam(context, async (transaction, team) => {
    const to = memberIn(team, input.id)
    const from = memberIn(team, transaction.userId ?? '')
    checkOffer(team, input.kind, from, to)
    const { tx, workspaceId } = transaction
    const ofKind = and(eq(workspaceTransfers.workspaceId, workspaceId), eq(workspaceTransfers.kind, input.kind))
    await tx.delete(workspaceTransfers).where(ofKind)
    const id = newId()
    const expiresAt = new Date(Date.now() + TRANSFER_DAYS * 86_400_000)
    await tx
      .insert(workspaceTransfers)
      .values({ workspaceId, id, kind: input.kind, fromUserId: from.id, toUserId: to.id, expiresAt })
    await recordAudit(transaction, { action: `${input.kind}.offered`, subject: to.name })
    await services.sendMail(tx, { mail: 'transfer', id })
    await teamChanged(transaction)
  })

/** @throws not_found `transfer.not_found`, also where it is none of the caller's. */
async function takeTransfer(transaction: WorkspaceTransaction, id: string, mine: (row: Row) => boolean): Promise<Row> {
  const [row] = await transaction.tx
    .delete(workspaceTransfers)
    .where(and(live(transaction.workspaceId), eq(workspaceTransfers.id, id)))
    .returning()
  if (!row || !mine(row)) throw notFound('transfer')
  return row
}

/** Declines the offer, or takes it back. */
export const withdrawTransfer = (context: WorkspaceContext, id: string): Promise<void> =>
  changeTeam(context, async (transaction) => {
    await takeTransfer(
      transaction,
      id,
      (row) => row.fromUserId === transaction.userId || row.toUserId === transaction.userId,
    )
    await teamChanged(transaction)
  })

/**
 * Takes over what was offered. With the ownership the former owner becomes a member.
 *
 * @throws not_found `transfer.not_found`; conflict `transfer.outdated` and those of `checkOffer`; limit
 */
export const acceptTransfer = (context: WorkspaceContext, id: string): Promise<void> =>
  changeTeam(
    context,
    async (transaction, team) => {
      const row = await takeTransfer(transaction, id, ({ toUserId }) => toUserId === transaction.userId)
      const from = memberIn(team, row.fromUserId)
      const to = memberIn(team, row.toUserId)
      if (from.role !== 'owner')
        throw new AppError(
          'conflict',
          'transfer.outdated',
          `${from.name} is no longer an owner and cannot transfer this.`,
        )
      checkOffer(team, row.kind, from, to)
      if (withBilling(team, row)) await moveBilling(transaction, { from, to, action: 'billing.transferred' })
      if (row.kind === 'ownership') {
        await writeRole(transaction, to.id, 'owner')
        await writeRole(transaction, from.id, 'member')
        await revokeKeysOf(transaction, from)
        const details = { from: from.name, to: to.name }
        await recordAudit(transaction, { action: 'ownership.transferred', subject: to.name, details })
        await emitWithin(transaction, { type: 'member.changed', user_ids: [to.id, from.id] })
      }
      await teamChanged(transaction)
      await transaction.services.events.emit(transaction.tx, {
        type: 'workspace.changed',
        workspace_id: transaction.workspaceId,
      })
    },
    (transaction) => lockWorkspacesOf(transaction, context.userId ?? ''),
  )
