import { AppError } from '../../../kernel/app-error.ts'
import type { Database, DatabaseLog, Tx } from '../../../platform/db/index.ts'
import type { EventBus } from '../../../platform/events/index.ts'
import type { BillingMail } from './billing-mail.job.ts'
import type { BillingProvider } from './provider.ts'

/** Subscriptions of deleted users that must be canceled. */
export type CancellationTarget = { user_id: string } | { subscription_id: string }

/** Numbers of workspaces that a user belongs to and pays for. */
export interface WorkspaceCounts {
  member: number
  billed: number
}

/** Services that the verbs of billing use. */
export interface BillingServices {
  db: Database
  events: EventBus
  /** Null: nothing is sold here, everybody has free access. */
  provider: BillingProvider | null
  appUrl: URL
  log: DatabaseLog
  /** Set by wire.ts: workspaces come after billing. `transaction` runs as the system role. */
  countWorkspaces(transaction: Tx, userId: string): Promise<WorkspaceCounts>
  /** Both within `tx`: they happen if and only if that commits. */
  sendMail(transaction: Tx, mail: BillingMail): Promise<void>
  release(transaction: Tx, what: CancellationTarget): Promise<void>
}

/** @throws conflict `billing.off` where nothing is sold */
export function providerOf(services: BillingServices): BillingProvider {
  if (services.provider) return services.provider
  throw new AppError('conflict', 'billing.off', 'Nothing is sold on this instance: all accounts have all features.')
}

/** Query parameters of the dashboard's billing tab. */
export function billingTabUrl(services: BillingServices, queryParameters: Record<string, string> = {}): URL {
  const billingUrl = new URL('/dashboard/profile?tab=billing', services.appUrl)
  for (const [name, value] of Object.entries(queryParameters)) billingUrl.searchParams.set(name, value)
  return billingUrl
}

/** Notifies open tabs of the user and of members of their workspaces after `tx` has committed. */
export const planChanged = (
  services: Pick<BillingServices, 'events'>,
  transaction: Tx,
  userId: string,
): Promise<void> =>
  services.events.emit(transaction, { type: 'subscription.changed', workspace_id: null, user_id: userId })
