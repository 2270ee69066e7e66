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

const isNonEmptyString = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Returns an object stored as JSON, or an empty object when there is none or it cannot be parsed. */
function read(memory: PlanStorage['session'], key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(memory.getItem(key) ?? 'null')
    return typeof value === 'object' && value !== null ? { ...value } : {}
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
function readChosenPlan(memory: PlanStorage): { productId: string; email?: string } | null {
  const { productId, email } = read(memory.session, SELECTED_PLAN)
  if (!isNonEmptyString(productId)) return null
  const age = memory.now() - Number(memory.session.getItem(SELECTED_PLAN_AT) ?? 0)
  if (age >= 0 && age < MAX_VISIT_MS) return { productId, ...(isNonEmptyString(email) ? { email } : {}) }
  removeChosenPlan(memory)
  return null
}

/** Path of the billing tab with this plan highlighted. */
export const planPath = (productId: string): string =>
  `/dashboard/profile?tab=billing&plan=${encodeURIComponent(productId)}`

/** Returns the plan in a path such as the one in a confirmation email; null for other paths. */
export function planInPath(path: string | null): string | null {
  const url = path ? URL.parse(path, 'http://any.invalid') : null
  return url && /^(\/dashboard)?\/profile\/?$/.test(url.pathname) ? url.searchParams.get('plan') : null
}

/** Returns the billing path for the plan chosen in this tab, or null when none was chosen. */
export function selectedPlanPath(memory = browserStorage()): string | null {
  const pressed = readChosenPlan(memory)
  return pressed && planPath(pressed.productId)
}

/** Binds the chosen plan to the email of the user who has signed up and still has to confirm it. */
export function reserveSelectedPlan(email: string, memory = browserStorage()): void {
  const pressed = read(memory.session, SELECTED_PLAN)
  if (isNonEmptyString(pressed.productId))
    memory.session.setItem(SELECTED_PLAN, JSON.stringify({ ...pressed, email: email.trim().toLowerCase() }))
}

/** Removes and returns the plan chosen in this tab; null when it belongs to another user. */
export function takeSelectedPlan({ email }: SignedInUser, memory = browserStorage()): string | null {
  const pressed = readChosenPlan(memory)
  if (!pressed || (pressed.email && pressed.email !== email.toLowerCase())) return null
  removeChosenPlan(memory)
  return pressed.productId
}

/** Stores the plan until the user has a workspace, for at most the length of the free trial. */
export const storePlan = ({ id }: SignedInUser, productId: string, memory = browserStorage()): void =>
  memory.local.setItem(STORED_PLAN_KEY, JSON.stringify({ userId: id, productId, at: memory.now() }))

/** Returns the stored plan of this user; null when it belongs to another user or has expired. */
export function readStoredPlan({ id }: SignedInUser, memory = browserStorage()): string | null {
  const { userId, productId, at } = read(memory.local, STORED_PLAN_KEY)
  if (!isNonEmptyString(productId)) return null
  const age = memory.now() - Number(at)
  if (age >= 0 && age < MAX_STORED_MS) return userId === id ? productId : null
  memory.local.removeItem(STORED_PLAN_KEY)
  return null
}

/** Removes the plan after it was shown or dismissed. */
export function removePlans(memory = browserStorage()): void {
  removeChosenPlan(memory)
  memory.local.removeItem(STORED_PLAN_KEY)
}
