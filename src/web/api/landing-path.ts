import { api } from './api.ts'
import { queryClient } from './query-client.ts'

/** Where a person goes after signing in: the dashboard if they belong to any workspace, else the setup. */
export async function landingPath(): Promise<'/dashboard' | '/workspace-setup'> {
  const { items } = await queryClient.fetchQuery(api.workspaces.list.queryOptions())
  return items.length > 0 ? '/dashboard' : '/workspace-setup'
}
