import type { Order, PlanKey, Subscription } from '../contract.ts'

/** Who pays. */
export interface Payer {
  userId: string
  email: string
  name: string
}

/** A subscription as the provider tells of it. */
export interface SubscriptionReport {
  /** The provider's. */
  id: string
  /** Whose it is, by our id; null where the provider does not know. */
  userId: string | null
  /** Null: it is for something that is none of our plans. */
  plan: PlanKey | null
  status: Subscription['status']
  currentPeriodStart: Date | null
  currentPeriodEnd: Date | null
  cancelAtPeriodEnd: boolean
  /** Since when a payment is owed; null where it is not, or not told. */
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
  /** What it says of a subscription, if it does. */
  report: SubscriptionReport | null
  /** Whose affairs it is about, by our id. */
  userId: string | null
}

export type PlanIds = Record<PlanKey, { productId: string; priceId: string }>

/**
 * Whoever takes the money. Every method but `readWebhook` goes over the network: never inside a transaction. They throw
 * unavailable `billing.provider_unavailable` when it does not answer or refuses.
 */
export interface BillingProvider {
  kind: 'polar' | 'sandbox'
  plans: PlanIds
  /** Where the person pays. They come back to one of the addresses. */
  createCheckout(payer: Payer, plan: PlanKey, back: { paid: URL; abandoned: URL }): Promise<URL>
  /** Where the person changes how they pay. Throws not_found `customer.not_found`. */
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
  /** Where the invoice can be read. Throws not_found `order.not_found`, also for somebody else's. */
  invoiceOf(userId: string, orderId: string): Promise<URL>
  /** Throws forbidden `webhook.forged`, invalid `webhook.malformed`. */
  readWebhook(body: string, headers: Headers): Promise<WebhookEvent>
}
