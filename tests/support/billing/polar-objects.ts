// Responses of Polar, typed by its own SDK: a missing field or one of another type does not compile.
import { randomUUID } from 'node:crypto'
import type { models } from '@polar-sh/sdk/2026-10'

export type PolarSubscription = models.Subscription
export type PolarOrder = models.Order

const ORGANISATION = '7a1c2f60-0000-4000-8000-000000000001'

/** Identifiers of the products that the tests configure. */
export const POLAR_PRODUCTS = {
  starter: { id: '7a1c2f60-0000-4000-8000-00000000005a', price: '7a1c2f60-0000-4000-8000-00000000006a', cents: 1999 },
  pro: { id: '7a1c2f60-0000-4000-8000-00000000005b', price: '7a1c2f60-0000-4000-8000-00000000006b', cents: 3499 },
} as const
export type PolarPlan = keyof typeof POLAR_PRODUCTS

export const planOfProduct = (id: string): PolarPlan => (id === POLAR_PRODUCTS.pro.id ? 'pro' : 'starter')

const now = () => new Date().toISOString()

export interface PolarCustomer {
  id: string
  external_id: string
  email: string
  name: string | null
}

const customerOf = (who: PolarCustomer): models.CustomerIndividual => ({
  id: who.id,
  created_at: now(),
  modified_at: null,
  metadata: {},
  external_id: who.external_id,
  email: who.email,
  email_verified: true,
  type: 'individual',
  name: who.name,
  billing_name: null,
  billing_address: null,
  tax_id: null,
  organization_id: ORGANISATION,
  deleted_at: null,
  first_user_event_at: null,
  avatar_url: null,
})

const priceOf = (plan: PolarPlan): models.ProductPriceFixed => ({
  created_at: now(),
  modified_at: null,
  id: POLAR_PRODUCTS[plan].price,
  source: 'catalog',
  amount_type: 'fixed',
  price_currency: 'usd',
  tax_behavior: null,
  is_archived: false,
  product_id: POLAR_PRODUCTS[plan].id,
  price_amount: POLAR_PRODUCTS[plan].cents,
})

const orderProduct = (plan: PolarPlan): models.OrderProduct => ({
  metadata: {},
  id: POLAR_PRODUCTS[plan].id,
  created_at: now(),
  modified_at: null,
  trial_interval: null,
  trial_interval_count: null,
  name: plan === 'pro' ? 'Answerloom Pro' : 'Answerloom Starter',
  description: null,
  visibility: 'public',
  recurring_interval: 'month',
  recurring_interval_count: 1,
  meter_interval: null,
  meter_interval_count: null,
  is_recurring: true,
  is_archived: false,
  organization_id: ORGANISATION,
})

export const productOf = (plan: PolarPlan): models.Product => ({
  ...orderProduct(plan),
  is_deletable: false,
  prices: [priceOf(plan)],
  benefits: [],
  medias: [],
  attached_custom_fields: [],
})

export function subscriptionOf(who: PolarCustomer, plan: PolarPlan, checkoutId: string): PolarSubscription {
  const start = new Date()
  const end = new Date(start.getTime() + 30 * 86_400_000).toISOString()
  return {
    id: randomUUID(),
    created_at: start.toISOString(),
    modified_at: start.toISOString(),
    amount: POLAR_PRODUCTS[plan].cents,
    currency: 'usd',
    recurring_interval: 'month',
    recurring_interval_count: 1,
    status: 'active',
    current_period_start: start.toISOString(),
    current_period_end: end,
    current_meter_period_start: null,
    current_meter_period_end: null,
    trial_start: null,
    trial_end: null,
    cancel_at_period_end: false,
    canceled_at: null,
    started_at: start.toISOString(),
    ends_at: null,
    ended_at: null,
    past_due_at: null,
    pause_at_period_end: false,
    paused_at: null,
    resumes_at: null,
    customer_id: who.id,
    product_id: POLAR_PRODUCTS[plan].id,
    discount_id: null,
    checkout_id: checkoutId,
    units: null,
    customer_cancellation_reason: null,
    customer_cancellation_comment: null,
    metadata: {},
    customer: customerOf(who),
    product: productOf(plan),
    discount: null,
    prices: [priceOf(plan)],
    meters: [],
    pending_update: null,
  }
}

export function orderOf(who: PolarCustomer, plan: PolarPlan, reason: models.OrderBillingReason): PolarOrder {
  const { cents } = POLAR_PRODUCTS[plan]
  const id = randomUUID()
  return {
    id,
    created_at: now(),
    modified_at: null,
    status: 'paid',
    paid: true,
    subtotal_amount: cents,
    discount_amount: 0,
    net_amount: cents,
    tax_amount: 0,
    total_amount: cents,
    applied_balance_amount: 0,
    due_amount: 0,
    refunded_amount: 0,
    refunded_tax_amount: 0,
    currency: 'usd',
    billing_reason: reason,
    billing_name: who.name,
    billing_address: null,
    invoice_number: `STAND-${id.slice(0, 6).toUpperCase()}`,
    is_invoice_generated: false,
    receipt_number: null,
    units: null,
    customer_id: who.id,
    product_id: POLAR_PRODUCTS[plan].id,
    discount_id: null,
    subscription_id: null,
    checkout_id: null,
    metadata: {},
    platform_fee_amount: 0,
    platform_fee_currency: null,
    customer: customerOf(who),
    product: orderProduct(plan),
    discount: null,
    subscription: null,
    items: [],
    description: orderProduct(plan).name,
    refundable_amount: cents,
    refundable_tax_amount: 0,
  }
}

/** The part of a checkout that is read, typed as the SDK has it. */
export function checkoutOf(id: string, url: string, create: models.CheckoutCreate) {
  const answer: Pick<
    models.Checkout,
    | 'id'
    | 'created_at'
    | 'modified_at'
    | 'status'
    | 'url'
    | 'success_url'
    | 'return_url'
    | 'external_customer_id'
    | 'metadata'
  > = {
    id,
    created_at: now(),
    modified_at: null,
    status: 'open',
    url,
    success_url: create.success_url ?? '',
    return_url: create.return_url ?? null,
    external_customer_id: create.external_customer_id ?? null,
    metadata: {},
  }
  return answer
}

export function sessionOf(who: PolarCustomer, portal: string, back: string | null): models.CustomerSession {
  return {
    id: randomUUID(),
    created_at: now(),
    modified_at: null,
    token: randomUUID(),
    expires_at: new Date(Date.now() + 3_600_000).toISOString(),
    return_url: back,
    customer_portal_url: portal,
    customer_id: who.id,
    customer: customerOf(who),
  }
}

export const pageOf = <T>(items: T[]): { items: T[]; pagination: models.Pagination } => ({
  items,
  pagination: { total_count: items.length, max_page: 1 },
})
