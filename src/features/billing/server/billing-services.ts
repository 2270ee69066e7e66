import { AppError } from '../../../kernel/app-error.ts'
import type { Database, DatabaseLog, Tx } from '../../../platform/db/index.ts'
import type { Events } from '../../../platform/events/index.ts'
import type { BillingMail } from './billing-mail.job.ts'
import type { BillingProvider } from './provider.ts'

/** Subscriptions that must end because nobody is there any more to have them. */
export type Release = { user_id: string } | { subscription_id: string }

/** How many workspaces a person belongs to, and for how many of them they pay. */
export interface WorkspaceCounts {
  member: number
  billed: number
}

/** What the verbs of billing work with. */
export interface BillingServices {
  db: Database
  events: Events
  /** Null: nothing is sold here, everybody has free access. */
  provider: BillingProvider | null
  appUrl: URL
  log: DatabaseLog
  /** Set by wire.ts: workspaces come after billing. `tx` runs as the system role. */
  countWorkspaces(tx: Tx, userId: string): Promise<WorkspaceCounts>
  /** Both within `tx`: they happen if and only if that commits. */
  sendMail(tx: Tx, mail: BillingMail): Promise<void>
  release(tx: Tx, what: Release): Promise<void>
}

/** @throws conflict `billing.off` where nothing is sold */
export function providerOf(services: BillingServices): BillingProvider {
  if (services.provider) return services.provider
  throw new AppError('conflict', 'billing.off', 'Nothing is sold on this instance: everybody has every feature.')
}

/** What stands behind an address of the dashboard's billing tab. */
export function billingTab(services: BillingServices, query: Record<string, string> = {}): URL {
  const url = new URL('/dashboard/profile?tab=billing', services.appUrl)
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value)
  return url
}

/** Tells every open tab of the person, and of those who share their plan, once `tx` has committed. */
export const planChanged = (services: Pick<BillingServices, 'events'>, tx: Tx, userId: string): Promise<void> =>
  services.events.emit(tx, { type: 'subscription.changed', workspace_id: null, user_id: userId })
