import { api } from './api.ts'
import { queryClient } from './query-client.ts'
import { returnPath } from './return-path.ts'

/**
 * Where a person goes after signing in: to what they had asked for, else to the dashboard; to the setup as long as
 * they belong to no workspace, because every other page would be empty.
 */
export async function landingPath(search: URLSearchParams): Promise<string> {
  const { items } = await queryClient.fetchQuery(api.workspaces.list.queryOptions())
  return items.length > 0 ? (returnPath(search) ?? '/dashboard') : '/workspace-setup'
}
