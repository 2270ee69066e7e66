import { and, eq } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import {
  holdWorkspacesOf,
  recordAudit,
  roomForWorkspace,
  type WorkspaceContext,
  type WorkspaceTransaction,
  workspaces,
} from '../../workspaces/server/index.ts'
import { takeOverRefusal } from '../contract.ts'
import { changeTeam, memberIn, type TeamMember, type TeamStanding, teamChanged } from './team.queries.ts'
import { workspaceTransfers } from './team.table.ts'
import type { TeamServices } from './team-services.ts'

/**
 * Bills the workspace to `to`, if their plan has room for it. A plan without a team is enough: as after a change to a
 * smaller plan, members stay and none can be added. Ends the offers of the billing.
 *
 * @throws limit `limit.workspaces`
 */
export async function moveBilling(
  ctx: WorkspaceTransaction,
  o: { from: TeamMember; to: TeamMember; action: 'billing.transferred' | 'billing.taken_over' },
): Promise<void> {
  const { tx, workspaceId } = ctx
  await roomForWorkspace(ctx.services, tx, o.to.id, takeOverRefusal)
  await tx
    .update(workspaces)
    .set({ billingUserId: o.to.id, updatedAt: new Date() })
    .where(eq(workspaces.id, workspaceId))
  await tx
    .delete(workspaceTransfers)
    .where(and(eq(workspaceTransfers.workspaceId, workspaceId), eq(workspaceTransfers.kind, 'billing')))
  await recordAudit(ctx, { action: o.action, subject: o.to.name, details: { from: o.from.name, to: o.to.name } })
}

/** @throws conflict `billing.payer_changed` */
function checkPayer(team: TeamStanding, seen: TeamMember): void {
  if (team.payerId === seen.id) return
  const { name } = memberIn(team, team.payerId)
  throw new AppError('conflict', 'billing.payer_changed', `${name} pays for this workspace now. Please look again.`)
}

/**
 * Bills the workspace to the calling owner and notifies both users by email. Subscriptions stay with their users; the
 * former payer's is unchanged. Does nothing when the caller is the payer already.
 * @throws not_found `member.not_found`; conflict `billing.payer_changed`; limit `limit.workspaces`
 */
export const takeOverBilling = (services: TeamServices, ctx: WorkspaceContext, input: { id: string }): Promise<void> =>
  changeTeam(
    ctx,
    async (ctx, team) => {
      const from = memberIn(team, input.id)
      const to = memberIn(team, ctx.userId ?? '')
      if (team.payerId === to.id) return
      checkPayer(team, from)
      await moveBilling(ctx, { from, to, action: 'billing.taken_over' })
      const names = { workspace: team.name, from: from.name, to: to.name }
      await services.sendMail(ctx.tx, { mail: 'billing_lost', address: from.email, ...names })
      await services.sendMail(ctx.tx, { mail: 'billing_taken_over', address: to.email, ...names })
      await teamChanged(ctx)
      await ctx.services.events.emit(ctx.tx, { type: 'workspace.changed', workspace_id: ctx.workspaceId })
    },
    (tx) => holdWorkspacesOf(tx, ctx.userId ?? ''),
  )
