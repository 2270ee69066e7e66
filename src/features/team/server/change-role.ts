import { AppError } from '../../../kernel/app-error.ts'
import type { Role } from '../../workspaces/contract.ts'
import { emitWithin, recordAudit, revokeKeysOf, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { roleChangeRefusal, TEAM_REFUSALS } from '../domain/team-rules.ts'
import { changeTeam, memberIn, type TeamState, teamChanged, writeRole } from './team.queries.ts'

/** @throws conflict `team.last_owner`, `team.payer` where the team cannot do without this person as they are. */
export function checkTeamRules(team: TeamState, memberId: string, nextRole: Role | null): void {
  const refusal = roleChangeRefusal(team, memberId, nextRole)
  if (refusal) throw new AppError('conflict', `team.${refusal}`, TEAM_REFUSALS[refusal])
}

/**
 * A member who is no longer an owner loses the API keys they created, since a key acts as an owner.
 * @throws not_found `member.not_found`; conflict `team.last_owner`, `team.payer`
 */
export const changeRole = (context: WorkspaceContext, roleChange: { id: string; role: Role }): Promise<void> =>
  changeTeam(context, async (transaction, team) => {
    const member = memberIn(team, roleChange.id)
    if (member.role === roleChange.role) return
    checkTeamRules(team, member.id, roleChange.role)
    await writeRole(transaction, member.id, roleChange.role)
    if (roleChange.role !== 'owner') await revokeKeysOf(transaction, member)
    await recordAudit(transaction, {
      action: 'member.role_changed',
      subject: member.name,
      details: { role: roleChange.role },
    })
    await emitWithin(transaction, { type: 'member.changed', user_ids: [member.id] })
    await teamChanged(transaction)
  })
