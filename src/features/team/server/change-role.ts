import { AppError } from '../../../kernel/app-error.ts'
import type { Role } from '../../workspaces/contract.ts'
import { emitWithin, recordAudit, revokeKeysOf, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { refusalOf, TEAM_REFUSALS } from '../domain/team-rules.ts'
import { changeTeam, memberIn, type TeamState, teamChanged, writeRole } from './team.queries.ts'

/** @throws conflict `team.last_owner`, `team.payer` where the team cannot do without this person as they are. */
export function checkTeamRules(team: TeamState, id: string, next: Role | null): void {
  const refusal = refusalOf(team, id, next)
  if (refusal) throw new AppError('conflict', `team.${refusal}`, TEAM_REFUSALS[refusal])
}

/**
 * A member who is no longer an owner loses the API keys they created, since a key acts as an owner.
 * @throws not_found `member.not_found`; conflict `team.last_owner`, `team.payer`
 */
export const changeRole = (context: WorkspaceContext, input: { id: string; role: Role }): Promise<void> =>
  changeTeam(context, async (transaction, team) => {
    const member = memberIn(team, input.id)
    if (member.role === input.role) return
    checkTeamRules(team, member.id, input.role)
    await writeRole(transaction, member.id, input.role)
    if (input.role !== 'owner') await revokeKeysOf(transaction, member)
    await recordAudit(transaction, {
      action: 'member.role_changed',
      subject: member.name,
      details: { role: input.role },
    })
    await emitWithin(transaction, { type: 'member.changed', user_ids: [member.id] })
    await teamChanged(transaction)
  })
