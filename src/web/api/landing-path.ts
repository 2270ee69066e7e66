import { api, client } from './api.ts'
import { queryClient } from './query-client.ts'
import { returnPath } from './return-path.ts'
import { selectedPlanPath } from './selected-plan.ts'

/** What also means something to a person without a workspace. */
const WITHOUT_WORKSPACE = ['/profile', '/dashboard/profile', '/invitation']
const needsWorkspace = (path: string) =>
  !WITHOUT_WORKSPACE.includes(path.replace(/[?#].*$/, '').replace(/(.)\/$/, '$1'))

/**
 * Whether the person has to look at what an intruder may have left, after a password reset. Where nothing but the new
 * password gives access, there is nothing to look at and the check is finished at once.
 */
async function hasAccountCheck(): Promise<boolean> {
  const profile = await queryClient.ensureQueryData(api.accounts.me.queryOptions())
  if (!profile?.needs_account_check) return false
  const [keys, sessions] = await Promise.all([
    queryClient.fetchQuery(api.workspaces.ownApiKeys.list.queryOptions()),
    queryClient.fetchQuery(api.accounts.sessions.list.queryOptions()),
  ])
  const hasOtherSession = sessions.items.some(({ current }) => !current)
  const { google, pending_email, passkey_count } = profile
  if (keys.items.length > 0 || google || pending_email || passkey_count > 0 || hasOtherSession) return true
  queryClient.setQueryData(api.accounts.me.queryKey(), await client.accounts.finishAccountCheck())
  return false
}

/**
 * Where a person goes after signing in: to what they had asked for, else to the dashboard; to the setup as long as
 * they belong to no workspace, because every page that shows one would be empty.
 */
export async function landingPath(search: URLSearchParams): Promise<string> {
  if (await hasAccountCheck()) return `/account-check?${search}`
  const { items } = await queryClient.fetchQuery(api.workspaces.list.queryOptions())
  const wanted = returnPath(search) ?? selectedPlanPath()
  if (items.length > 0) return wanted ?? '/dashboard'
  return wanted && !needsWorkspace(wanted) ? wanted : '/workspace-setup'
}
