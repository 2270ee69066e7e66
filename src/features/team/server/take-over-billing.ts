import { and, eq } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import {
  lockWorkspacesOf,
  recordAudit,
  roomForWorkspace,
  type WorkspaceContext,
  type WorkspaceTransaction,
  workspaces,
} from '../../workspaces/server/index.ts'
import { takeOverRefusal } from '../contract.ts'
import { changeTeam, memberIn, type TeamMember, type TeamState, teamChanged } from './team.queries.ts'
import { workspaceTransfers } from './team.table.ts'
import type { TeamServices } from './team-services.ts'

/**
 * Bills the workspace to `newPayer`, if their plan has room for it. A plan without a team is enough: as after a change
 * to a smaller plan, members stay and none can be added. Ends the offers of the billing.
 *
 * @throws limit `limit.workspaces`
 */
export async function moveBilling(
  transaction: WorkspaceTransaction,
  billingMove: { from: TeamMember; to: TeamMember; action: 'billing.transferred' | 'billing.taken_over' },
): Promise<void> {
  const { tx, workspaceId } = transaction
  await roomForWorkspace(transaction.services, tx, billingMove.to.id, takeOverRefusal)
  await tx
    .update(workspaces)
    .set({ billingUserId: billingMove.to.id, updatedAt: new Date() })
    .where(eq(workspaces.id, workspaceId))
  await tx
    .delete(workspaceTransfers)
    .where(and(eq(workspaceTransfers.workspaceId, workspaceId), eq(workspaceTransfers.kind, 'billing')))
  await recordAudit(transaction, {
    action: billingMove.action,
    subject: billingMove.to.name,
    details: { from: billingMove.from.name, to: billingMove.to.name },
  })
}

/** @throws conflict `billing.payer_changed` */
function checkPayer(team: TeamState, expectedPayer: TeamMember): void {
  if (team.payerId === expectedPayer.id) return
  const { name } = memberIn(team, team.payerId)
  throw new AppError('conflict', 'billing.payer_changed', `${name} pays for this workspace now. Please look again.`)
}

/**
 * Bills the workspace to the calling owner and notifies both users by email. Subscriptions stay with their users; the
 * former payer's is unchanged. Does nothing when the caller is the payer already.
 * @throws not_found `member.not_found`; conflict `billing.payer_changed`; limit `limit.workspaces`
 */
export const takeOverBilling = (
  services: TeamServices,
  context: WorkspaceContext,
  expectedPayer: { id: string },
): Promise<void> =>
  changeTeam(
    context,
    async (transaction, team) => {
      const previousPayer = memberIn(team, expectedPayer.id)
      const newPayer = memberIn(team, transaction.userId ?? '')
      if (team.payerId === newPayer.id) return
      checkPayer(team, previousPayer)
      await moveBilling(transaction, { from: previousPayer, to: newPayer, action: 'billing.taken_over' })
      const mailNames = { workspace: team.name, from: previousPayer.name, to: newPayer.name }
      await services.sendMail(transaction.tx, { mail: 'billing_lost', address: previousPayer.email, ...mailNames })
      await services.sendMail(transaction.tx, { mail: 'billing_taken_over', address: newPayer.email, ...mailNames })
      await teamChanged(transaction)
      await transaction.services.events.emit(transaction.tx, {
        type: 'workspace.changed',
        workspace_id: transaction.workspaceId,
      })
    },
    (transaction) => lockWorkspacesOf(transaction, context.userId ?? ''),
  )
