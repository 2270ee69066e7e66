import { SELECTED_PLAN, SELECTED_PLAN_AT, TRIAL_DAYS } from '../../features/billing/contract.ts'

/** Storage key of the plan of a user who signed up and has no workspace yet. */
const STORED_PLAN_KEY = 'keptPlan'
/** Maximum age of a plan chosen before signing up: one day. */
const MAX_VISIT_MS = 24 * 60 * 60_000
const MAX_STORED_MS = TRIAL_DAYS * MAX_VISIT_MS

/** The user who signs in. */
interface SignedInUser {
  id: string
  email: string
}

/** The two browser storages; tests pass their own. */
export interface PlanStorage {
  /** Storage of this tab, used before signing in. */
  session: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Storage of this browser, used for a known user. */
  local: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  now: () => number
}

const browserStorage = (): PlanStorage => ({
  session: window.sessionStorage,
  local: window.localStorage,
  now: Date.now,
})

const isNonEmptyString = (candidate: unknown): candidate is string => typeof candidate === 'string' && candidate !== ''

/** Returns an object stored as JSON, or an empty object when there is none or it cannot be parsed. */
function readStoredObject(webStorage: PlanStorage['session'], storageKey: string): Record<string, unknown> {
  try {
    const storedValue: unknown = JSON.parse(webStorage.getItem(storageKey) ?? 'null')
    return typeof storedValue === 'object' && storedValue !== null ? { ...storedValue } : {}
  } catch {
    return {}
  }
}

function removeChosenPlan({ session }: PlanStorage): void {
  session.removeItem(SELECTED_PLAN)
  session.removeItem(SELECTED_PLAN_AT)
}

/**
 * Returns the plan chosen in this tab within a day: the provider's product id and, after signing up, the user's email.
 */
function readChosenPlan(planStorage: PlanStorage): { productId: string; email?: string } | null {
  const { productId, email } = readStoredObject(planStorage.session, SELECTED_PLAN)
  if (!isNonEmptyString(productId)) return null
  const ageMs = planStorage.now() - Number(planStorage.session.getItem(SELECTED_PLAN_AT) ?? 0)
  if (ageMs >= 0 && ageMs < MAX_VISIT_MS) return { productId, ...(isNonEmptyString(email) ? { email } : {}) }
  removeChosenPlan(planStorage)
  return null
}

/** Path of the billing tab with this plan highlighted. */
export const planPath = (productId: string): string =>
  `/dashboard/profile?tab=billing&plan=${encodeURIComponent(productId)}`

/** Returns the plan in a path such as the one in a confirmation email; null for other paths. */
export function planInPath(pagePath: string | null): string | null {
  const pageUrl = pagePath ? URL.parse(pagePath, 'http://any.invalid') : null
  return pageUrl && /^(\/dashboard)?\/profile\/?$/.test(pageUrl.pathname) ? pageUrl.searchParams.get('plan') : null
}

/** Returns the billing path for the plan chosen in this tab, or null when none was chosen. */
export function selectedPlanPath(planStorage = browserStorage()): string | null {
  const chosenPlan = readChosenPlan(planStorage)
  return chosenPlan && planPath(chosenPlan.productId)
}

/** Binds the chosen plan to the email of the user who has signed up and still has to confirm it. */
export function reserveSelectedPlan(email: string, planStorage = browserStorage()): void {
  const chosenPlan = readStoredObject(planStorage.session, SELECTED_PLAN)
  if (isNonEmptyString(chosenPlan.productId))
    planStorage.session.setItem(SELECTED_PLAN, JSON.stringify({ ...chosenPlan, email: email.trim().toLowerCase() }))
}

/** Removes and returns the plan chosen in this tab; null when it belongs to another user. */
export function takeSelectedPlan({ email }: SignedInUser, planStorage = browserStorage()): string | null {
  const chosenPlan = readChosenPlan(planStorage)
  if (!chosenPlan || (chosenPlan.email && chosenPlan.email !== email.toLowerCase())) return null
  removeChosenPlan(planStorage)
  return chosenPlan.productId
}

/** Stores the plan until the user has a workspace, for at most the length of the free trial. */
export const storePlan = ({ id }: SignedInUser, productId: string, planStorage = browserStorage()): void =>
  planStorage.local.setItem(STORED_PLAN_KEY, JSON.stringify({ userId: id, productId, at: planStorage.now() }))

/** Returns the stored plan of this user; null when it belongs to another user or has expired. */
export function readStoredPlan({ id }: SignedInUser, planStorage = browserStorage()): string | null {
  const { userId, productId, at } = readStoredObject(planStorage.local, STORED_PLAN_KEY)
  if (!isNonEmptyString(productId)) return null
  const ageMs = planStorage.now() - Number(at)
  if (ageMs >= 0 && ageMs < MAX_STORED_MS) return userId === id ? productId : null
  planStorage.local.removeItem(STORED_PLAN_KEY)
  return null
}

/** Removes the plan after it was shown or dismissed. */
export function removePlans(planStorage = browserStorage()): void {
  removeChosenPlan(planStorage)
  planStorage.local.removeItem(STORED_PLAN_KEY)
}
