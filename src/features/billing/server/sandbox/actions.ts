// Actions on the sandbox for trying out the product.
import { Webhook } from 'standardwebhooks'
import { notFound } from '../../../../kernel/app-error.ts'
import { isId, newId } from '../../../../kernel/ids.ts'
import type { SubscriptionPayload } from '../polar/payload.ts'
import type { Sandbox } from './create-sandbox.ts'
import { monthAfter, nextChangedAt, SANDBOX_PLANS, type SandboxCheckout, sandboxOrder } from './records.ts'

const DAY_MS = 86_400_000

export const SANDBOX_ACTIONS = {
  fail: 'Make the next payment fail',
  fail_long_ago: 'Simulate a payment that failed 8 days ago',
  pay: 'Make the payment succeed',
  renew: 'Go to the end of the period',
  end: 'End it at once',
} as const
export type SandboxAction = keyof typeof SANDBOX_ACTIONS

/** A report of the sandbox, signed as a webhook. */
export interface SignedMessage {
  body: string
  headers: Headers
}

export function signedMessage(webhookSecret: string, eventType: string, eventData: unknown): SignedMessage {
  const sentAt = new Date()
  const messageId = `msg_${newId()}`
  const webhookBody = JSON.stringify({ type: eventType, timestamp: sentAt.toISOString(), data: eventData })
  const webhookHeaders = new Headers({
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(webhookSecret).sign(messageId, sentAt, webhookBody),
  })
  return { body: webhookBody, headers: webhookHeaders }
}

const subscriptionMessage = ({ secret }: Sandbox, subscription: SubscriptionPayload): SignedMessage =>
  signedMessage(secret, 'subscription.updated', subscription)

/** @throws not_found `checkout.not_found`, also for another user's checkout */
export async function findCheckout({ records }: Sandbox, userId: string, checkoutId: string): Promise<SandboxCheckout> {
  const storedCheckout = isId(checkoutId)
    ? await records.transaction((transaction) => records.find(transaction, 'checkout', checkoutId))
    : null
  if (storedCheckout?.userId !== userId) throw notFound('checkout')
  return storedCheckout.data
}

/** Pays for what the checkout is about; a second time leads to nothing more. @throws not_found `checkout.not_found` */
export function payCheckout(sandbox: Sandbox, userId: string, checkoutId: string): Promise<SignedMessage | null> {
  const { records } = sandbox
  return records.transaction(async (transaction) => {
    const storedCheckout = isId(checkoutId) ? await records.find(transaction, 'checkout', checkoutId) : null
    if (storedCheckout?.userId !== userId) throw notFound('checkout')
    const { data: checkout } = storedCheckout
    if (checkout.subscription) return null
    const paidAt = new Date()
    const newSubscription: SubscriptionPayload = {
      id: newId(),
      created_at: paidAt.toISOString(),
      modified_at: paidAt.toISOString(),
      status: 'active',
      current_period_start: paidAt.toISOString(),
      current_period_end: monthAfter(paidAt).toISOString(),
      cancel_at_period_end: false,
      past_due_at: null,
      product_id: SANDBOX_PLANS[checkout.plan].productId,
      customer: { external_id: userId },
      pending_update: null,
    }
    const firstOrder = sandboxOrder(checkout.plan)
    await records.insert(transaction, 'subscription', { id: newSubscription.id, userId, data: newSubscription })
    await records.insert(transaction, 'order', { id: firstOrder.id, userId, data: firstOrder })
    await records.update(transaction, 'checkout', checkoutId, { ...checkout, subscription: newSubscription.id })
    return subscriptionMessage(sandbox, newSubscription)
  })
}

/** The period is over: it ends where that was wanted, else it renews, with the plan that waited. */
function renewSubscription(subscription: SubscriptionPayload): Partial<SubscriptionPayload> {
  const periodEnd = new Date(subscription.current_period_end ?? Date.now())
  const currentTime = new Date()
  if (subscription.cancel_at_period_end)
    return { status: 'canceled', current_period_end: (periodEnd < currentTime ? periodEnd : currentTime).toISOString() }
  return {
    current_period_start: currentTime.toISOString(),
    current_period_end: monthAfter(currentTime).toISOString(),
    product_id: subscription.pending_update?.product_id ?? subscription.product_id,
    pending_update: null,
  }
}

function changesAfter(sandboxAction: SandboxAction, subscription: SubscriptionPayload): Partial<SubscriptionPayload> {
  const currentTime = Date.now()
  switch (sandboxAction) {
    case 'fail':
      return { status: 'past_due', past_due_at: new Date(currentTime).toISOString() }
    case 'fail_long_ago':
      return { status: 'past_due', past_due_at: new Date(currentTime - 8 * DAY_MS).toISOString() }
    case 'pay':
      return { status: 'active', past_due_at: null }
    case 'renew':
      return renewSubscription(subscription)
    case 'end':
      return { status: 'canceled' }
  }
}

/**
 * Applies an action to a subscription.
 * @throws not_found `subscription.not_found`, also for another user's subscription
 */
export function applySandboxAction(
  sandbox: Sandbox,
  userId: string,
  subscriptionId: string,
  sandboxAction: SandboxAction,
): Promise<SignedMessage> {
  const { records } = sandbox
  return records.transaction(async (transaction) => {
    const storedSubscription = isId(subscriptionId)
      ? await records.find(transaction, 'subscription', subscriptionId)
      : null
    if (storedSubscription?.userId !== userId) throw notFound('subscription')
    const subscription = storedSubscription.data
    const changedSubscription = {
      ...subscription,
      ...changesAfter(sandboxAction, subscription),
      modified_at: nextChangedAt(subscription),
    }
    await records.update(transaction, 'subscription', subscriptionId, changedSubscription)
    const createsOrder =
      (sandboxAction === 'renew' || sandboxAction === 'pay') && changedSubscription.status === 'active'
    if (createsOrder) {
      const newOrder = sandboxOrder(changedSubscription.product_id === SANDBOX_PLANS.pro.productId ? 'pro' : 'starter')
      await records.insert(transaction, 'order', { id: newOrder.id, userId, data: newOrder })
    }
    return subscriptionMessage(sandbox, changedSubscription)
  })
}
