import { and, eq } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import {
  recordAudit,
  revokeKeysOf,
  type WorkspaceContext,
  type WorkspaceTransaction,
  workspaceMembers,
} from '../../workspaces/server/index.ts'
import { checkTeamRules } from './change-role.ts'
import { changeTeam, memberIn, type TeamMember, type TeamStanding, teamChanged } from './team.queries.ts'
import type { TeamServices } from './team-services.ts'

/** Requests are refused from the commit on; every node ends the person's event streams when it hears of it. */
async function endMembership(ctx: WorkspaceTransaction, team: TeamStanding, member: TeamMember, byChoice: boolean) {
  checkTeamRules(team, member.id, null)
  await ctx.tx
    .delete(workspaceMembers)
    .where(and(eq(workspaceMembers.workspaceId, ctx.workspaceId), eq(workspaceMembers.userId, member.id)))
  await recordAudit(ctx, { action: byChoice ? 'member.left' : 'member.removed', subject: member.name })
  await revokeKeysOf(ctx, member)
  await teamChanged(ctx, { user_id: member.id, by_choice: byChoice })
}

/**
 * Ends another user's membership with the API keys they created, and notifies them by email.
 * @throws not_found `member.not_found`; conflict `team.self`, `team.last_owner`, `team.payer`
 */
export const removeMember = (services: TeamServices, ctx: WorkspaceContext, id: string): Promise<void> =>
  changeTeam(ctx, async (ctx, team) => {
    const member = memberIn(team, id)
    if (id === ctx.userId)
      throw new AppError('conflict', 'team.self', 'To end your own membership, leave the workspace.')
    await endMembership(ctx, team, member, false)
    await services.sendMail(ctx.tx, { mail: 'removed', to: member.email, workspace: team.name })
  })

/** @throws conflict `team.last_owner`, `team.payer` */
export const leaveWorkspace = (ctx: WorkspaceContext): Promise<void> =>
  changeTeam(ctx, (ctx, team) => endMembership(ctx, team, memberIn(team, ctx.userId ?? ''), true))
