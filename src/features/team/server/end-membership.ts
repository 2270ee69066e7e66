import { and, eq } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import {
  emitWithin,
  recordAudit,
  revokeKeysOf,
  type WorkspaceContext,
  type WorkspaceTransaction,
  workspaceMembers,
} from '../../workspaces/server/index.ts'
import { checkTeamRules } from './change-role.ts'
import { changeTeam, memberIn, type TeamMember, type TeamState, teamChanged } from './team.queries.ts'
import type { TeamServices } from './team-services.ts'

/** Requests are refused from the commit on; every node ends the person's event streams when it hears of it. */
async function endMembership(
  transaction: WorkspaceTransaction,
  team: TeamState,
  member: TeamMember,
  isByChoice: boolean,
) {
  checkTeamRules(team, member.id, null)
  await transaction.tx
    .delete(workspaceMembers)
    .where(and(eq(workspaceMembers.workspaceId, transaction.workspaceId), eq(workspaceMembers.userId, member.id)))
  await recordAudit(transaction, { action: isByChoice ? 'member.left' : 'member.removed', subject: member.name })
  await emitWithin(transaction, { type: 'member.left', user_id: member.id, role: member.role, by_choice: isByChoice })
  await revokeKeysOf(transaction, member)
  await teamChanged(transaction, { user_id: member.id, by_choice: isByChoice })
}

/**
 * Ends another user's membership with the API keys they created, and notifies them by email.
 * @throws not_found `member.not_found`; conflict `team.self`, `team.last_owner`, `team.payer`
 */
export const removeMember = (services: TeamServices, context: WorkspaceContext, memberId: string): Promise<void> =>
  changeTeam(context, async (transaction, team) => {
    const member = memberIn(team, memberId)
    if (memberId === transaction.userId)
      throw new AppError('conflict', 'team.self', 'To end your own membership, leave the workspace.')
    await endMembership(transaction, team, member, false)
    await services.sendMail(transaction.tx, { mail: 'removed', to: member.email, workspace: team.name })
  })

/** @throws conflict `team.last_owner`, `team.payer` */
export const leaveWorkspace = (context: WorkspaceContext): Promise<void> =>
  changeTeam(context, (transaction, team) =>
    endMembership(transaction, team, memberIn(team, transaction.userId ?? ''), true),
  )
