import type { Role } from '../../workspaces/contract.ts'

/** Members of a workspace and its payer. */
export interface TeamRoster {
  members: readonly { id: string; role: Role }[]
  payerId: string | undefined
}

export type TeamRefusal = 'last_owner' | 'payer'

/** Said by the server when it refuses, and by the interface instead of offering it. */
export const TEAM_REFUSALS: Record<TeamRefusal, string> = {
  last_owner: 'A workspace needs an owner. Transfer the ownership first, or delete the workspace.',
  payer: 'A workspace is billed to one of its owners. Transfer the billing to another owner first.',
}

/**
 * Why a person may not become something else: a workspace has an owner at all times, and one of its owners pays for it.
 * `nextRole` is the role they would have, null when they would be gone. Null when nothing speaks against it.
 */
export function roleChangeRefusal(team: TeamRoster, memberId: string, nextRole: Role | null): TeamRefusal | null {
  if (nextRole === 'owner') return null
  const owners = team.members.filter(({ role }) => role === 'owner')
  if (owners.length === 1 && owners[0]?.id === memberId) return 'last_owner'
  return team.payerId === memberId ? 'payer' : null
}
