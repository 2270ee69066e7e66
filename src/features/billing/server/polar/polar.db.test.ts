// Polar as our side meets it: what is asked of it, and what its answers and its silence mean.
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { join, refusalOf } from '../../../../../tests/support/accounts/account-client.ts'
import { createTestApp, type TestApp } from '../../../../../tests/support/app/test-app.ts'
import { orderOf, subscriptionOf } from '../../../../../tests/support/billing/polar-objects.ts'
import { PolarServer } from '../../../../../tests/support/billing/polar-server.ts'
import { atEnd } from '../../../../../tests/support/database/database.ts'
import { reconcile } from '../refresh.ts'

let app: TestApp
let polar: PolarServer

beforeAll(async () => {
  polar = await new PolarServer().start()
  app = await createTestApp(polar.env)
  atEnd(() => polar.stop())
})
afterEach(() => {
  polar.mode = 'good'
})

const customer = (person: { id: string; email: string }) => ({
  id: `customer-${person.id}`,
  external_id: person.id,
  email: person.email,
  name: null,
})
const planIds = (plan: 'starter' | 'pro') => {
  const { env } = polar
  return plan === 'pro'
    ? { product_id: env.POLAR_PRO_PRODUCT_ID ?? '', price_id: env.POLAR_PRO_PRICE_ID ?? '' }
    : { product_id: env.POLAR_STARTER_PRODUCT_ID ?? '', price_id: env.POLAR_STARTER_PRICE_ID ?? '' }
}

/** A customer of Polar without any webhook. */
async function payer(plan: 'starter' | 'pro') {
  const person = await join(app)
  const subscription = subscriptionOf(customer(person), plan, 'checkout')
  polar.subscriptions.set(subscription.id, subscription)
  return { ...person, subscription }
}

describe('paying', () => {
  it('opens a checkout for this user and returns to the billing tab', async () => {
    const { client } = await join(app)
    const { checkout_url } = await client.billing.checkout(planIds('pro'))
    expect(checkout_url).toMatch(new RegExp(`^${polar.url}/checkout/`))
    const paid = await fetch(checkout_url, { method: 'POST', redirect: 'manual' })
    expect(paid.headers.get('location')).toBe('http://localhost:3000/dashboard/profile?tab=billing&paid=pro')
    expect(await client.billing.access()).toMatchObject({ plan: 'trial' })
    expect(await client.billing.refresh({})).toMatchObject({ plan: 'pro' })
    expect((await client.billing.orders()).items).toMatchObject([{ total: 3499, status: 'paid', currency: 'usd' }])
    expect(await client.billing.portal({})).toEqual({ portal_url: `${polar.url}/portal` })
  })

  it('is not offered to a user whose payment was not recorded yet', async () => {
    const { client } = await payer('starter')
    expect(await refusalOf(client.billing.checkout(planIds('pro')))).toMatchObject({ code: 'billing.subscribed' })
    expect(await client.billing.access()).toMatchObject({ plan: 'starter' })
  })
})

describe('an unavailable payment provider', () => {
  it('is reported with a message and removes no access', async () => {
    const person = await payer('pro')
    await person.client.billing.refresh({})
    polar.mode = 'down'
    const [own] = (await person.client.billing.overview()).subscriptions
    for (const call of [
      () => person.client.billing.refresh({}),
      () => person.client.billing.cancel({ id: own?.id ?? '' }),
      () => person.client.billing.orders(),
      () => person.client.billing.portal({}),
    ])
      expect(await refusalOf(call())).toMatchObject({ kind: 'unavailable', code: 'billing.provider_unavailable' })
    expect(await person.client.billing.access()).toMatchObject({ plan: 'pro' })
    await expect(reconcile(app.core.billing.services, new AbortController().signal)).rejects.toMatchObject({
      code: 'billing.provider_unavailable',
    })
  })
})

describe('changing a subscription', () => {
  it('reports a refused charge and changes nothing', async () => {
    const { client } = await payer('starter')
    await client.billing.refresh({})
    const [own] = (await client.billing.overview()).subscriptions
    polar.mode = 'declines'
    expect(await refusalOf(client.billing.changePlan({ id: own?.id ?? '', plan: 'pro' }))).toMatchObject({
      kind: 'conflict',
      code: 'billing.payment_failed',
    })
    expect(await client.billing.access()).toMatchObject({ plan: 'starter' })
  })

  it('reports that the subscription has already ended at the provider', async () => {
    const { client, subscription } = await payer('pro')
    await client.billing.refresh({})
    const [own] = (await client.billing.overview()).subscriptions
    polar.subscriptions.set(subscription.id, { ...subscription, status: 'canceled' })
    expect(await refusalOf(client.billing.cancel({ id: own?.id ?? '' }))).toMatchObject({ code: 'billing.over' })
  })
})

describe('orders', () => {
  it('are visible to their user only, and invoices are created on request', async () => {
    const [person, other] = [await payer('pro'), await join(app)]
    const order = orderOf(customer(person), 'pro', 'subscription_cycle')
    polar.orders.push(order)
    expect(await refusalOf(other.client.billing.invoice({ id: order.id }))).toMatchObject({ code: 'order.not_found' })
    expect(await refusalOf(person.client.billing.invoice({ id: 'none' }))).toMatchObject({ code: 'order.not_found' })
    expect(await person.client.billing.invoice({ id: order.id })).toEqual({
      invoice_url: `${polar.url}/invoice/${order.id}`,
    })
  })

  it('have no portal for a user who never paid', async () => {
    const { client } = await join(app)
    expect(await refusalOf(client.billing.portal({}))).toMatchObject({ code: 'customer.not_found' })
  })
})

describe('the nightly comparison', () => {
  it("imports Polar's subscriptions and ends those that Polar no longer has", async () => {
    const person = await payer('pro')
    const signal = new AbortController().signal
    await reconcile(app.core.billing.services, signal)
    expect(await person.client.billing.access()).toMatchObject({ plan: 'pro' })
    polar.subscriptions.delete(person.subscription.id)
    await reconcile(app.core.billing.services, signal)
    expect(await person.client.billing.access()).toMatchObject({ plan: 'trial' })
  })

  it('ends nothing when Polar has no subscriptions, which indicates the wrong account', async () => {
    const person = await payer('pro')
    const signal = new AbortController().signal
    await reconcile(app.core.billing.services, signal)
    const all = [...polar.subscriptions]
    polar.subscriptions.clear()
    expect(await reconcile(app.core.billing.services, signal)).toBe(0)
    expect(await person.client.billing.access()).toMatchObject({ plan: 'pro' })
    for (const [id, subscription] of all) polar.subscriptions.set(id, subscription)
  })
})
