import type { PlanKey } from '../../features/billing/contract.ts'
import { api, client } from './api.ts'
import { queryClient } from './query-client.ts'
import { returnPath } from './return-path.ts'
import { keepPlan, keptPlan, planInPath, planPath, takeSelectedPlan } from './selected-plan.ts'

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
 * they belong to no workspace, because every page that shows one would be empty. A plan that they chose before signing
 * up waits for the end of the setup. It is dropped where others pay for all their workspaces: it would apply to none.
 */
export async function landingPath(search: URLSearchParams): Promise<string> {
  if (await hasAccountCheck()) return `/account-check?${search}`
  const { items } = await queryClient.fetchQuery(api.workspaces.list.queryOptions())
  const person = await queryClient.ensureQueryData(api.accounts.me.queryOptions())
  const asked = returnPath(search)
  const pressed = person && takeSelectedPlan(person)
  const plan = asked ? planInPath(asked) : pressed
  const wanted = plan ? null : asked
  if (items.length > 0) {
    if (plan && items.some(({ billed_to_me }) => billed_to_me)) return planPath(plan)
    return wanted ?? '/dashboard'
  }
  if (plan && person) keepPlan(person, plan)
  return wanted && !needsWorkspace(wanted) ? wanted : '/workspace-setup'
}

/** The plan that the person chose before signing up, while it waits for the setup; null where none is sold by that name. */
export async function chosenPlan(): Promise<{ key: PlanKey; productId: string } | null> {
  const person = await queryClient.ensureQueryData(api.accounts.me.queryOptions())
  const productId = person && keptPlan(person)
  if (!productId) return null
  const { plans } = await queryClient.ensureQueryData(api.billing.overview.queryOptions())
  const plan = plans.find(({ product_id }) => product_id === productId)
  return plan ? { key: plan.key, productId } : null
}

/** Where the setup leads once there is a workspace: to the plan that was chosen before, else to the dashboard. */
export async function pathAfterSetup(): Promise<string> {
  // The workspace is there whatever fails here.
  const plan = await chosenPlan().catch(() => null)
  return plan ? planPath(plan.productId) : '/dashboard'
}
