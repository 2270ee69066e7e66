import type { PlanKey } from '../../features/billing/contract.ts'
import { api, client } from './api.ts'
import { queryClient } from './query-client.ts'
import { returnPath } from './return-path.ts'
import { planInPath, planPath, readStoredPlan, storePlan, takeSelectedPlan } from './selected-plan.ts'

/** Paths that also work without a workspace. */
const PATHS_WITHOUT_WORKSPACE = ['/profile', '/dashboard/profile', '/invitation']
const needsWorkspace = (pagePath: string) =>
  !PATHS_WITHOUT_WORKSPACE.includes(pagePath.replace(/[?#].*$/, '').replace(/(.)\/$/, '$1'))

/**
 * Returns true when the user has to review access that an intruder may have set up before a password reset. When only
 * the new password gives access, the review is marked as finished at once.
 */
async function hasAccountCheck(): Promise<boolean> {
  const ownProfile = await queryClient.ensureQueryData(api.accounts.me.queryOptions())
  if (!ownProfile?.needs_account_check) return false
  const [keys, sessions] = await Promise.all([
    queryClient.fetchQuery(api.workspaces.ownApiKeys.list.queryOptions()),
    queryClient.fetchQuery(api.accounts.sessions.list.queryOptions()),
  ])
  const hasOtherSession = sessions.items.some(({ current }) => !current)
  const { google, pending_email, passkey_count } = ownProfile
  if (keys.items.length > 0 || google || pending_email || passkey_count > 0 || hasOtherSession) return true
  queryClient.setQueryData(api.accounts.me.queryKey(), await client.accounts.finishAccountCheck())
  return false
}

/**
 * Returns the path to open after signing in: the requested page, else the dashboard, or the workspace setup for a user
 * without a workspace. A plan chosen before signing up is kept until the setup is finished, and dropped when other
 * people pay for all workspaces of the user.
 */
export async function landingPath(searchParameters: URLSearchParams): Promise<string> {
  if (await hasAccountCheck()) return `/account-check?${searchParameters}`
  const { items } = await queryClient.fetchQuery(api.workspaces.list.queryOptions())
  const signedInUser = await queryClient.ensureQueryData(api.accounts.me.queryOptions())
  const requestedPath = returnPath(searchParameters)
  const pressedPlan = signedInUser && takeSelectedPlan(signedInUser)
  const plannedProduct = requestedPath ? planInPath(requestedPath) : pressedPlan
  const wantedPath = plannedProduct ? null : requestedPath
  if (items.length > 0) {
    if (plannedProduct && items.some(({ billed_to_me }) => billed_to_me)) return planPath(plannedProduct)
    return wantedPath ?? '/dashboard'
  }
  if (plannedProduct && signedInUser) storePlan(signedInUser, plannedProduct)
  return wantedPath && !needsWorkspace(wantedPath) ? wantedPath : '/workspace-setup'
}

/** Returns the plan that the user chose before signing up; null when no such plan is sold. */
export async function chosenPlan(): Promise<{ key: PlanKey; productId: string } | null> {
  const signedInUser = await queryClient.ensureQueryData(api.accounts.me.queryOptions())
  const productId = signedInUser && readStoredPlan(signedInUser)
  if (!productId) return null
  const { plans } = await queryClient.ensureQueryData(api.billing.overview.queryOptions())
  const knownPlan = plans.find(({ product_id }) => product_id === productId)
  return knownPlan ? { key: knownPlan.key, productId } : null
}

/** Returns the path to open after the workspace setup: the chosen plan, else the dashboard. */
export async function pathAfterSetup(): Promise<string> {
  // The workspace exists, so a failure here must not stop the user.
  const selectedPlan = await chosenPlan().catch(() => null)
  return selectedPlan ? planPath(selectedPlan.productId) : '/dashboard'
}
