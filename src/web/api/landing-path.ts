import { api } from './api.ts'
import { queryClient } from './query-client.ts'
import { returnPath } from './return-path.ts'
import { selectedPlanPath } from './selected-plan.ts'

/** What also means something to a person without a workspace. */
const WITHOUT_WORKSPACE = ['/profile', '/dashboard/profile', '/invitation']
const needsWorkspace = (path: string) =>
  !WITHOUT_WORKSPACE.includes(path.replace(/[?#].*$/, '').replace(/(.)\/$/, '$1'))

/**
 * Where a person goes after signing in: to what they had asked for, else to the dashboard; to the setup as long as
 * they belong to no workspace, because every page that shows one would be empty.
 */
export async function landingPath(search: URLSearchParams): Promise<string> {
  const { items } = await queryClient.fetchQuery(api.workspaces.list.queryOptions())
  const wanted = returnPath(search) ?? selectedPlanPath()
  if (items.length > 0) return wanted ?? '/dashboard'
  return wanted && !needsWorkspace(wanted) ? wanted : '/workspace-setup'
}
