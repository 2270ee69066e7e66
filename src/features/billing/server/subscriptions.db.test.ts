// Life of a subscription: changing, canceling, failed payments, the nightly comparison, and notifications.
import { beforeAll, describe, expect, it } from 'vitest'
import { join, mailTo, refusalOf } from '../../../../tests/support/accounts/account-client.ts'
import { callsIn, newOwner, teammate } from '../../../../tests/support/accounts/teams.ts'
import { createTestApp, type TestApp } from '../../../../tests/support/app/test-app.ts'
import {
  actInSandbox,
  changeSubscriptionSilently,
  deliver,
  known,
  payloadOf,
  sandboxMessage,
  subscribe,
} from '../../../../tests/support/billing/sandbox-life.ts'
import type { AppEvent } from '../../../kernel/events.ts'
import { listOutbox } from '../../../platform/mail/index.ts'
import { notifyTrials } from './notify-trials.ts'
import { reconcile } from './refresh.ts'

const DAY = 86_400_000
let app: TestApp
const receivedEvents: AppEvent[] = []

beforeAll(async () => {
  app = await createTestApp({}, { work: true })
  app.core.events.on('*', (event) => receivedEvents.push(event))
})

async function subscriber(plan: 'starter' | 'pro') {
  const person = await join(app)
  await subscribe(app, person, plan)
  const { subscriptions } = await person.client.billing.overview()
  return { ...person, own: subscriptions[0]?.id ?? '' }
}

const mailsTo = async (email: string) =>
  (await listOutbox(app.core.config.dataDir, 500)).filter(({ to }) => to === email).map(({ subject }) => subject)
const never = new AbortController().signal

describe('changing the plan', () => {
  it('applies a larger plan immediately for the price difference', async () => {
    const person = await subscriber('starter')
    const preview = await person.client.billing.previewChange({ id: person.own, plan: 'pro' })
    expect(preview).toMatchObject({ takes_effect: 'now', then_monthly: 3499, currency: 'usd' })
    expect(preview.due_now).toBeGreaterThan(1490)
    expect(preview.due_now).toBeLessThanOrEqual(1500)
    await person.client.billing.changePlan({ id: person.own, plan: 'pro' })
    expect(await person.client.billing.access()).toMatchObject({ plan: 'pro' })
    await mailTo(app, person.email, /Your plan is now Pro/)
    const { items } = await person.client.billing.orders()
    expect(items.map(({ total }) => total)).toEqual([preview.due_now, 1999])
  })

  it('applies a smaller plan at the end of the period, and can be undone', async () => {
    const person = await subscriber('pro')
    const change = { id: person.own, plan: 'starter' as const }
    expect(await person.client.billing.previewChange(change)).toMatchObject({ takes_effect: 'period_end', due_now: 0 })
    await person.client.billing.changePlan(change)
    const { access, subscriptions } = await person.client.billing.overview()
    expect(access).toMatchObject({ plan: 'pro' })
    expect(subscriptions[0]).toMatchObject({
      plan: 'pro',
      pending_plan: 'starter',
      pending_at: subscriptions[0]?.current_period_end,
    })
    await mailTo(app, person.email, /Your plan changes to Starter on/)
    await person.client.billing.changePlan({ id: person.own, plan: 'pro' })
    expect((await person.client.billing.overview()).subscriptions[0]).toMatchObject({ pending_plan: null })
    await person.client.billing.changePlan(change)
    await actInSandbox(app, person, 'renew')
    expect(await person.client.billing.access()).toMatchObject({ plan: 'starter' })
    await mailTo(app, person.email, /Your plan is now Starter/)
  })

  it('is refused with a message when it makes no sense', async () => {
    const person = await subscriber('pro')
    const { billing } = person.client
    expect(await refusalOf(billing.changePlan({ id: person.own, plan: 'pro' }))).toMatchObject({
      code: 'billing.same_plan',
    })
    expect(await refusalOf(billing.resume({ id: person.own }))).toMatchObject({ code: 'billing.not_ending' })
    await billing.cancel({ id: person.own })
    expect(await refusalOf(billing.changePlan({ id: person.own, plan: 'starter' }))).toMatchObject({
      code: 'billing.ending',
    })
    await billing.resume({ id: person.own })
    await actInSandbox(app, person, 'fail')
    expect(await refusalOf(billing.previewChange({ id: person.own, plan: 'starter' }))).toMatchObject({
      code: 'billing.past_due',
    })
    expect(await refusalOf(billing.checkout({ product_id: 'pro', price_id: 'starter' }))).toMatchObject({
      code: 'billing.unknown_plan',
    })
  })
})

describe('ending a subscription', () => {
  it('allows canceling at the end of the period, resuming, and canceling again until it ends', async () => {
    const person = await subscriber('pro')
    await person.client.billing.cancel({ id: person.own })
    const ending = await person.client.billing.overview()
    expect(ending.access).toMatchObject({ plan: 'pro', ends_at: ending.subscriptions[0]?.current_period_end })
    await mailTo(app, person.email, /Your subscription ends on/)
    await person.client.billing.resume({ id: person.own })
    expect(await person.client.billing.access()).toMatchObject({ plan: 'pro', ends_at: null })
    await mailTo(app, person.email, /Your subscription continues/)
    await person.client.billing.cancel({ id: person.own })
    await actInSandbox(app, person, 'renew')
    expect(await person.client.billing.overview()).toMatchObject({ access: { plan: 'trial' }, subscriptions: [] })
    await mailTo(app, person.email, /Your subscription has ended/)
    expect(await refusalOf(person.client.billing.cancel({ id: person.own }))).toMatchObject({ kind: 'not_found' })
  })
})

describe("another user's subscription", () => {
  it('is visible to its owner only', async () => {
    const person = await subscriber('pro')
    const { client } = await join(app)
    const order = (await person.client.billing.orders()).items[0]?.id ?? ''
    for (const call of [
      () => client.billing.previewChange({ id: person.own, plan: 'starter' }),
      () => client.billing.changePlan({ id: person.own, plan: 'starter' }),
      () => client.billing.cancel({ id: person.own }),
      () => client.billing.resume({ id: person.own }),
      () => client.billing.invoice({ id: order }),
    ])
      expect(await refusalOf(call())).toMatchObject({ kind: 'not_found' })
    expect(await client.billing.orders()).toEqual({ items: [] })
    expect((await person.client.billing.invoice({ id: order })).invoice_url).toContain(order)
    expect((await known(app, person)).map(({ status }) => status)).toEqual(['active'])
  })
})

describe('a failed payment', () => {
  it('is reported once and keeps access for seven days', async () => {
    const person = await subscriber('pro')
    await app.rows(`update profiles set trial_ends_at = now() - interval '1 day' where id = '${person.id}'`)
    await actInSandbox(app, person, 'fail')
    const { access, subscriptions } = await person.client.billing.overview()
    expect(access).toMatchObject({ plan: 'pro', past_due: true, paywall: false })
    const since = Date.parse(subscriptions[0]?.past_due_since ?? '')
    expect(Date.parse(access.ends_at ?? '') - since).toBe(7 * DAY)
    await actInSandbox(app, person, 'fail_long_ago')
    expect(await person.client.billing.access()).toMatchObject({ plan: 'none', past_due: true, paywall: true })
    await actInSandbox(app, person, 'pay')
    expect(await person.client.billing.access()).toMatchObject({ plan: 'pro', past_due: false, ends_at: null })
    await mailTo(app, person.email, /came through/)
    expect((await mailsTo(person.email)).filter((subject) => subject === 'Your payment failed')).toHaveLength(1)
  })
})

describe('the users who share a plan', () => {
  it('are notified of every change in each workspace that it pays for', async () => {
    const owner = await newOwner(app, 'Shared')
    await subscribe(app, owner, 'pro')
    const member = await teammate(app, owner)
    receivedEvents.length = 0
    await actInSandbox(app, owner, 'fail')
    await expect
      .poll(
        () =>
          receivedEvents.map((event) => [
            event.type,
            event.workspace_id,
            'user_id' in event ? event.user_id : undefined,
          ]),
        { timeout: 20_000 },
      )
      .toEqual(
        expect.arrayContaining([
          ['subscription.changed', null, owner.id],
          ['workspace.changed', owner.workspaceId, undefined],
        ]),
      )
    const { access } = await member.call<{ access: object }>('workspaces/current')
    expect(access).toMatchObject({ plan: 'pro', past_due: true })
  })
})

describe('a downgrade', () => {
  it('deletes nothing: content beyond the limit can be read and edited, and only adding is refused', async () => {
    const owner = await newOwner(app, 'Large')
    await subscribe(app, owner, 'pro')
    const items = Array.from({ length: 60 }, (_, n) => ({
      question: `Question ${n}?`,
      answer: 'Yes.',
      status: 'published',
    }))
    await owner.call('faqs/import', { items })
    const { id: second } = await owner.client.workspaces.create({ name: 'Second', website_url: 'https://example.com' })
    await owner.client.billing.cancel({ id: (await known(app, owner))[0]?.id ?? '' })
    await actInSandbox(app, owner, 'renew')
    expect(await owner.client.billing.access()).toMatchObject({ plan: 'trial', limits: { faqs: 50, workspaces: 1 } })
    const list = await owner.call<{ items: { id: string }[] }>('faqs/list', { limit: 200 })
    expect(list.items).toHaveLength(60)
    await expect(owner.call('faqs/create', { question: 'One more?', answer: 'No.' })).rejects.toMatchObject({
      data: { code: 'limit.faqs', message: expect.stringContaining('archive some') },
    })
    await owner.call('faqs/update', { id: list.items[0]?.id, answer: 'Changed.' })
    await callsIn(app, owner, second)('faqs/create', { question: 'Here?', answer: 'Yes.' })
    expect(
      await refusalOf(owner.client.workspaces.create({ name: 'Third', website_url: 'https://example.com' })),
    ).toMatchObject({ code: 'limit.workspaces' })
    expect((await owner.client.workspaces.list()).items).toHaveLength(2)
  })
})

describe('the nightly comparison', () => {
  it('finds a payment, an end, and a subscription that no webhook reported', async () => {
    const [missed, ended, unknown] = [await subscriber('starter'), await subscriber('pro'), await join(app)]
    const idOf = async (person: { id: string }) => (await known(app, person))[0]?.provider_id ?? ''
    const [missedId, endedId] = [await idOf(missed), await idOf(ended)]
    const payload = await payloadOf(app, missedId)
    const upgraded = { ...payload, product_id: 'pro', modified_at: new Date(Date.now() + 1000).toISOString() }
    await changeSubscriptionSilently(app, missedId, upgraded, missed.id)
    await changeSubscriptionSilently(app, endedId, null)
    const newId = '0197f0a0-0000-7000-8000-00000000f010'
    await changeSubscriptionSilently(
      app,
      newId,
      { ...upgraded, id: newId, customer: { external_id: unknown.id } },
      unknown.id,
    )
    await reconcile(app.core.billing.services, never)
    expect(await known(app, missed)).toMatchObject([{ plan: 'pro', status: 'active' }])
    expect(await known(app, ended)).toMatchObject([{ status: 'canceled' }])
    expect(await known(app, unknown)).toMatchObject([{ plan: 'pro', status: 'active' }])
    expect(await reconcile(app.core.billing.services, never)).toBe(0)
  })

  it('ignores a late webhook', async () => {
    const person = await subscriber('pro')
    const id = (await known(app, person))[0]?.provider_id ?? ''
    const old = await payloadOf(app, id)
    await actInSandbox(app, person, 'end')
    await reconcile(app.core.billing.services, never)
    await deliver(app, sandboxMessage(app, 'subscription.active', old))
    expect(await known(app, person)).toMatchObject([{ status: 'canceled' }])
  })
})

describe('the emails of a trial', () => {
  it('are sent once each, to users without a plan', async () => {
    const [plain, paying, given, fresh] = [
      await join(app),
      await subscriber('starter'),
      await join(app),
      await join(app),
    ]
    const ends = new Date(Date.now() + 1.5 * DAY)
    await app.rows(
      `update profiles set trial_ends_at = '${ends.toISOString()}' where id in ('${plain.id}', '${paying.id}', '${given.id}')`,
    )
    await app.rows(`update profiles set has_free_access = true where id = '${given.id}'`)
    const { services } = app.core.billing
    await Promise.all([notifyTrials(services, new Date()), notifyTrials(services, new Date())])
    await notifyTrials(services, new Date())
    const first = await mailTo(app, plain.email, /Your free trial ends in 2 days/)
    expect(first.text).toContain('Nothing will be charged')
    const after = new Date(ends.getTime() + 1)
    await notifyTrials(services, after)
    await notifyTrials(services, after)
    await mailTo(app, plain.email, /Your free trial has ended/)
    expect(await mailsTo(plain.email)).toHaveLength(2)
    for (const { email } of [given, fresh]) expect(await mailsTo(email)).toEqual([])
    expect((await mailsTo(paying.email)).filter((subject) => /trial/.test(subject))).toEqual([])
  })

  it('count the remaining days, also of a shortened trial', async () => {
    const person = await join(app)
    await app.rows(`update profiles set trial_ends_at = now() + interval '20 hours' where id = '${person.id}'`)
    await notifyTrials(app.core.billing.services, new Date())
    await mailTo(app, person.email, /Your free trial ends in 1 day$/)
  })

  it('are not sent about trials that ended while the instance was down', async () => {
    const person = await join(app)
    await app.rows(`update profiles set trial_ends_at = now() - interval '30 days' where id = '${person.id}'`)
    await notifyTrials(app.core.billing.services, new Date())
    expect(await app.rows(`select * from billing_notices where user_id = '${person.id}'`)).toEqual([])
  })
})
