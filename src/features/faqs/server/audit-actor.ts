import type { WorkspaceContext } from '../../workspaces/server/index.ts'

/** Name of the acting user for records, so that they are readable after the account is deleted. */
export const auditActor = ({ actor }: WorkspaceContext) => ({
  kind: actor?.kind ?? ('system' as const),
  id: actor?.id ?? null,
  name: actor?.name ?? 'Answerloom',
})
