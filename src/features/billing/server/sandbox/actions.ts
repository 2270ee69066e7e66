// Actions on the sandbox for trying out the product.
import { Webhook } from 'standardwebhooks'
import { notFound } from '../../../../kernel/app-error.ts'
import { isId, newId } from '../../../../kernel/ids.ts'
import type { SubscriptionPayload } from '../polar/payload.ts'
import type { Sandbox } from './create-sandbox.ts'
import { changedAt, monthAfter, SANDBOX_PLANS, type SandboxCheckout, sandboxOrder } from './records.ts'

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

export function signedMessage(secret: string, type: string, data: unknown): SignedMessage {
  const now = new Date()
  const id = `msg_${newId()}`
  const body = JSON.stringify({ type, timestamp: now.toISOString(), data })
  const headers = new Headers({
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign(id, now, body),
  })
  return { body, headers }
}

const message = ({ secret }: Sandbox, data: SubscriptionPayload): SignedMessage =>
  signedMessage(secret, 'subscription.updated', data)

/** @throws not_found `checkout.not_found`, also for another user's checkout */
export async function findCheckout({ records }: Sandbox, userId: string, id: string): Promise<SandboxCheckout> {
  const found = isId(id) ? await records.transaction((transaction) => records.find(transaction, 'checkout', id)) : null
  if (found?.userId !== userId) throw notFound('checkout')
  return found.data
}

/** Pays for what the checkout is about; a second time leads to nothing more. @throws not_found `checkout.not_found` */
export function payCheckout(sandbox: Sandbox, userId: string, id: string): Promise<SignedMessage | null> {
  const { records } = sandbox
  return records.transaction(async (transaction) => {
    const found = isId(id) ? await records.find(transaction, 'checkout', id) : null
    if (found?.userId !== userId) throw notFound('checkout')
    const { data: checkout } = found
    if (checkout.subscription) return null
    const now = new Date()
    const subscription: SubscriptionPayload = {
      id: newId(),
      created_at: now.toISOString(),
      modified_at: now.toISOString(),
      status: 'active',
      current_period_start: now.toISOString(),
      current_period_end: monthAfter(now).toISOString(),
      cancel_at_period_end: false,
      past_due_at: null,
      product_id: SANDBOX_PLANS[checkout.plan].productId,
      customer: { external_id: userId },
      pending_update: null,
    }
    const order = sandboxOrder(checkout.plan)
    await records.insert(transaction, 'subscription', { id: subscription.id, userId, data: subscription })
    await records.insert(transaction, 'order', { id: order.id, userId, data: order })
    await records.update(transaction, 'checkout', id, { ...checkout, subscription: subscription.id })
    return message(sandbox, subscription)
  })
}

/** The period is over: it ends where that was wanted, else it renews, with the plan that waited. */
function renewed(now: SubscriptionPayload): Partial<SubscriptionPayload> {
  const end = new Date(now.current_period_end ?? Date.now())
  const today = new Date()
  if (now.cancel_at_period_end)
    return { status: 'canceled', current_period_end: (end < today ? end : today).toISOString() }
  return {
    current_period_start: today.toISOString(),
    current_period_end: monthAfter(today).toISOString(),
    product_id: now.pending_update?.product_id ?? now.product_id,
    pending_update: null,
  }
}

function after(act: SandboxAction, now: SubscriptionPayload): Partial<SubscriptionPayload> {
  const today = Date.now()
  switch (act) {
    case 'fail':
      return { status: 'past_due', past_due_at: new Date(today).toISOString() }
    case 'fail_long_ago':
      return { status: 'past_due', past_due_at: new Date(today - 8 * DAY_MS).toISOString() }
    case 'pay':
      return { status: 'active', past_due_at: null }
    case 'renew':
      return renewed(now)
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
  id: string,
  act: SandboxAction,
): Promise<SignedMessage> {
  const { records } = sandbox
  return records.transaction(async (transaction) => {
    const found = isId(id) ? await records.find(transaction, 'subscription', id) : null
    if (found?.userId !== userId) throw notFound('subscription')
    const now = found.data
    const next = { ...now, ...after(act, now), modified_at: changedAt(now) }
    await records.update(transaction, 'subscription', id, next)
    const renews = (act === 'renew' || act === 'pay') && next.status === 'active'
    if (renews) {
      const order = sandboxOrder(next.product_id === SANDBOX_PLANS.pro.productId ? 'pro' : 'starter')
      await records.insert(transaction, 'order', { id: order.id, userId, data: order })
    }
    return message(sandbox, next)
  })
}
