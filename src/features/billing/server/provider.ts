import type { Order, PlanKey, Subscription } from '../contract.ts'

/** The payer. */
export interface Payer {
  userId: string
  email: string
  name: string
}

/** A subscription as reported by the provider. */
export interface SubscriptionReport {
  /** The provider's. */
  id: string
  /** User id, if the provider has one. */
  userId: string | null
  /** Null for a product that is not one of our plans. */
  plan: PlanKey | null
  status: Subscription['status']
  currentPeriodStart: Date | null
  currentPeriodEnd: Date | null
  cancelAtPeriodEnd: boolean
  /** Start of the overdue payment; null when none is due or it is not reported. */
  pastDueSince: Date | null
  pendingPlan: PlanKey | null
  pendingAt: Date | null
  /** When the provider last changed it, by its own clock. */
  changedAt: Date
}

/** A webhook whose signature was right. */
export interface WebhookEvent {
  /** The sender's id of this message: the same for every attempt to deliver it. */
  id: string
  type: string
  /** The subscription in the webhook, if any. */
  report: SubscriptionReport | null
  /** User id of the webhook. */
  userId: string | null
}

export type PlanProductIds = Record<PlanKey, { productId: string; priceId: string }>

/**
 * A payment provider. All methods except `readWebhook` use the network, so they must not be called inside a
 * transaction. They throw unavailable `billing.provider_unavailable` when it does not respond or refuses.
 */
export interface BillingProvider {
  kind: 'polar' | 'sandbox'
  plans: PlanProductIds
  /** Returns the checkout URL, which returns to one of the given URLs. */
  createCheckout(payer: Payer, plan: PlanKey, back: { paid: URL; abandoned: URL }): Promise<URL>
  /** Returns the customer portal URL. Throws not_found `customer.not_found`. */
  openPortal(userId: string, back: URL): Promise<URL>
  subscriptionsOf(userId: string): Promise<SubscriptionReport[]>
  /** Null where the provider knows of none. */
  findSubscription(id: string): Promise<SubscriptionReport | null>
  allSubscriptions(): AsyncIterable<SubscriptionReport>
  /** Throws conflict `billing.payment_failed` when the charge is refused. */
  changePlan(id: string, plan: PlanKey, when: 'now' | 'period_end'): Promise<SubscriptionReport>
  /** Takes back a change that waits for the end of the period. */
  keepPlan(id: string): Promise<SubscriptionReport>
  cancelAtPeriodEnd(id: string, cancel: boolean): Promise<SubscriptionReport>
  /** Ends it at once; one that is over or unknown is left as it is. */
  revoke(id: string): Promise<void>
  /** Ends every subscription of a person who is gone, and forgets who they were. */
  forget(userId: string): Promise<void>
  /** Newest first. */
  ordersOf(userId: string): Promise<Order[]>
  /** Returns the invoice URL. Throws not_found `order.not_found`, also for another user's order. */
  invoiceOf(userId: string, orderId: string): Promise<URL>
  /** Throws forbidden `webhook.forged`, invalid `webhook.malformed`. */
  readWebhook(body: string, headers: Headers): Promise<WebhookEvent>
}
