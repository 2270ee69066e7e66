import type { WorkspaceContext } from '../../workspaces/server/index.ts'

/** Who acts, as it is written down beside what they did: by name, so that it still reads when the person is no more. */
export const acting = ({ actor }: WorkspaceContext) => ({
  kind: actor?.kind ?? ('system' as const),
  id: actor?.id ?? null,
  name: actor?.name ?? 'Answerloom',
})
