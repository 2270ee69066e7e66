import { SELECTED_PLAN, SELECTED_PLAN_AT, TRIAL_DAYS } from '../../features/billing/contract.ts'

/** Where the plan waits for a person who has signed up and has no workspace yet. */
const KEPT_PLAN = 'keptPlan'
/** Before the sign-up a plan is as old as the visit it was pressed in. */
const VISIT_MS = 24 * 60 * 60_000
const KEPT_MS = TRIAL_DAYS * VISIT_MS

/** Who signs in. */
interface Person {
  id: string
  email: string
}

/** The browser's two memories; tests pass their own. */
export interface PlanMemory {
  /** Of this tab, before signing in. */
  session: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  /** Of this browser, for a person who is known. */
  local: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  now: () => number
}

const browser = (): PlanMemory => ({ session: window.sessionStorage, local: window.localStorage, now: Date.now })

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** An object that was stored as JSON; empty where nothing readable was. */
function read(memory: PlanMemory['session'], key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(memory.getItem(key) ?? 'null')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

function forgetPressed({ session }: PlanMemory): void {
  session.removeItem(SELECTED_PLAN)
  session.removeItem(SELECTED_PLAN_AT)
}

/** The plan that was pressed in this tab within a day: the provider's product id, and whose it is once they signed up. */
function pressedPlan(memory: PlanMemory): { productId: string; email?: string } | null {
  const { productId, email } = read(memory.session, SELECTED_PLAN)
  if (!isText(productId)) return null
  const age = memory.now() - Number(memory.session.getItem(SELECTED_PLAN_AT) ?? 0)
  if (age >= 0 && age < VISIT_MS) return { productId, ...(isText(email) ? { email } : {}) }
  forgetPressed(memory)
  return null
}

/** The billing tab with this plan set off. */
export const planPath = (productId: string): string =>
  `/dashboard/profile?tab=billing&plan=${encodeURIComponent(productId)}`

/** The plan that such an address carries, as the link of a confirmation mail does; null for other addresses. */
export function planInPath(path: string | null): string | null {
  const url = path ? URL.parse(path, 'http://any.invalid') : null
  return url && /^(\/dashboard)?\/profile\/?$/.test(url.pathname) ? url.searchParams.get('plan') : null
}

/** Where a visitor who pressed a plan before signing up goes on with it; null where none was pressed in this tab. */
export function selectedPlanPath(memory = browser()): string | null {
  const pressed = pressedPlan(memory)
  return pressed && planPath(pressed.productId)
}

/** The person has signed up and confirms the address next: the plan that was pressed is theirs and nobody else's. */
export function reserveSelectedPlan(email: string, memory = browser()): void {
  const pressed = read(memory.session, SELECTED_PLAN)
  if (isText(pressed.productId))
    memory.session.setItem(SELECTED_PLAN, JSON.stringify({ ...pressed, email: email.trim().toLowerCase() }))
}

/** Takes the plan that was pressed in this tab, for the person who has signed in; null where it is not theirs. */
export function takeSelectedPlan({ email }: Person, memory = browser()): string | null {
  const pressed = pressedPlan(memory)
  if (!pressed || (pressed.email && pressed.email !== email.toLowerCase())) return null
  forgetPressed(memory)
  return pressed.productId
}

/** Keeps the plan until the person has a workspace, for as long as their free trial can last. */
export const keepPlan = ({ id }: Person, productId: string, memory = browser()): void =>
  memory.local.setItem(KEPT_PLAN, JSON.stringify({ userId: id, productId, at: memory.now() }))

/** The plan that was kept for this person; null where it is another person's or too old. */
export function keptPlan({ id }: Person, memory = browser()): string | null {
  const { userId, productId, at } = read(memory.local, KEPT_PLAN)
  if (!isText(productId)) return null
  const age = memory.now() - Number(at)
  if (age >= 0 && age < KEPT_MS) return userId === id ? productId : null
  memory.local.removeItem(KEPT_PLAN)
  return null
}

/** The plan has been shown, or is no longer wanted. */
export function forgetPlan(memory = browser()): void {
  forgetPressed(memory)
  memory.local.removeItem(KEPT_PLAN)
}
