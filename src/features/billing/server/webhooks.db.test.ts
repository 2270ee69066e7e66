// Webhooks as they really come: twice, late, in any order, forged, and for people who are gone.
import { describe, expect, it } from 'vitest'
import { join, mailTo, refusalOf } from '../../../../tests/support/accounts/account-client.ts'
import { createTestApp } from '../../../../tests/support/app/test-app.ts'
import {
  actInSandbox,
  changeSubscriptionSilently,
  deliver,
  known,
  openCheckout,
  payAt,
  payloadOf,
  sandboxMessage,
  subscribe,
} from '../../../../tests/support/billing/sandbox-life.ts'
import { listOutbox } from '../../../platform/mail/index.ts'

const HOUR = 3_600_000

const app = await createTestApp({}, { work: true })

async function subscriber(plan: 'starter' | 'pro' = 'pro') {
  const person = await join(app)
  await subscribe(app, person, plan)
  const id = (await known(app, person))[0]?.provider_id ?? ''
  return { person, id, payload: await payloadOf(app, id) }
}

const later = (payload: Record<string, unknown>, ms: number) =>
  new Date(Date.parse(String(payload.modified_at)) + ms).toISOString()
const stateOf = async (person: { id: string }) => (await known(app, person)).map(({ status, plan }) => [status, plan])
const mailsTo = async (email: string) =>
  (await listOutbox(app.core.config.dataDir, 500)).filter(({ to }) => to === email).map(({ subject }) => subject)

describe('a payment webhook', () => {
  it('activates the paid plan and sends an email', async () => {
    const person = await join(app)
    expect(await person.client.billing.access()).toMatchObject({ plan: 'trial' })
    await subscribe(app, person, 'pro')
    expect(await person.client.billing.access()).toMatchObject({ plan: 'pro', plan_label: 'Pro', has_access: true })
    const mail = await mailTo(app, person.email, /subscribed to Pro/)
    expect(mail.text).toContain('$34.99 a month')
  })

  it('changes nothing the second time, with the same or another id', async () => {
    const { person, id } = await subscriber()
    await actInSandbox(app, person, 'fail')
    const failed = await payloadOf(app, id)
    const message = sandboxMessage(app, 'subscription.past_due', failed)
    for (const one of [message, message, sandboxMessage(app, 'subscription.updated', failed), message])
      expect((await deliver(app, one)).status).toBe(202)
    expect(await stateOf(person)).toEqual([['past_due', 'pro']])
    await mailTo(app, person.email, /payment failed/)
    await actInSandbox(app, person, 'pay')
    await mailTo(app, person.email, /came through/)
    // The replay of an id that was received must not bring the failure back.
    expect((await deliver(app, message)).status).toBe(202)
    expect(await stateOf(person)).toEqual([['active', 'pro']])
    expect((await mailsTo(person.email)).filter((subject) => /payment failed/.test(subject))).toHaveLength(1)
  })

  it('is ignored when a later one was processed before', async () => {
    const { person, payload } = await subscriber('starter')
    const upgraded = { ...payload, product_id: 'pro', modified_at: later(payload, 2 * HOUR) }
    const before = { ...payload, status: 'canceled', modified_at: later(payload, HOUR) }
    await deliver(app, sandboxMessage(app, 'subscription.updated', upgraded))
    await deliver(app, sandboxMessage(app, 'subscription.revoked', before))
    expect(await stateOf(person)).toEqual([['active', 'pro']])
  })

  it('may arrive before the one that announces the subscription', async () => {
    const person = await join(app)
    const { payload } = await subscriber()
    const id = '0197f0a0-0000-7000-8000-00000000f001'
    const own = { ...payload, id, customer: { external_id: person.id } }
    await deliver(app, sandboxMessage(app, 'subscription.updated', { ...own, modified_at: later(payload, HOUR) }))
    await deliver(app, sandboxMessage(app, 'subscription.created', { ...own, status: 'incomplete' }))
    expect(await stateOf(person)).toEqual([['active', 'pro']])
  })

  it('is recorded once when delivered many times at the same time', async () => {
    const person = await join(app)
    const { payload } = await subscriber()
    const own = { ...payload, id: '0197f0a0-0000-7000-8000-00000000f002', customer: { external_id: person.id } }
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => deliver(app, sandboxMessage(app, 'subscription.active', own))),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(202))
    expect(await stateOf(person)).toEqual([['active', 'pro']])
    await mailTo(app, person.email, /subscribed/)
    expect(await mailsTo(person.email)).toHaveLength(1)
  })

  it('is accepted and ignored for an unknown object', async () => {
    const { person, payload } = await subscriber()
    const own = { ...payload, id: '0197f0a0-0000-7000-8000-00000000f003' }
    for (const data of [
      { ...own, product_id: 'a-t-shirt' },
      { ...own, customer: { external_id: null } },
      { ...own, customer: { external_id: 'somebody-of-another-shop' } },
    ])
      expect((await deliver(app, sandboxMessage(app, 'subscription.active', data))).status).toBe(202)
    expect((await deliver(app, sandboxMessage(app, 'a.kind.of.the.future', { x: 1 }))).status).toBe(202)
    expect(
      (await deliver(app, sandboxMessage(app, 'order.paid', { customer: { external_id: person.id } }))).status,
    ).toBe(202)
    expect(await stateOf(person)).toEqual([['active', 'pro']])
  })

  it('gives no access for an unknown state', async () => {
    const { person, payload } = await subscriber()
    await deliver(
      app,
      sandboxMessage(app, 'subscription.updated', { ...payload, status: 'dreaming', modified_at: later(payload, 1) }),
    )
    expect(await stateOf(person)).toEqual([['unpaid', 'pro']])
  })
})

describe('a forged webhook', () => {
  it.each([
    ['without a signature', (h: Headers) => h.delete('webhook-signature')],
    ['without an id', (h: Headers) => h.delete('webhook-id')],
    ['with an arbitrary signature', (h: Headers) => h.set('webhook-signature', 'v1,AAAA')],
    ['with the id of another event', (h: Headers) => h.set('webhook-id', 'msg_other')],
    ['ten minutes old', (h: Headers) => h.set('webhook-timestamp', String(Math.floor(Date.now() / 1000) - 600))],
    [
      'ten minutes in the future',
      (h: Headers) => h.set('webhook-timestamp', String(Math.floor(Date.now() / 1000) + 600)),
    ],
    ['with an invalid time', (h: Headers) => h.set('webhook-timestamp', 'soon')],
  ])('is refused without effect: %s', async (_, forge) => {
    const person = await join(app)
    const { payload } = await subscriber()
    const own = { ...payload, id: '0197f0a0-0000-7000-8000-00000000f004', customer: { external_id: person.id } }
    const message = sandboxMessage(app, 'subscription.active', own)
    forge(message.headers)
    const answer = await deliver(app, message)
    expect(answer.status).toBe(403)
    expect(await answer.json()).toMatchObject({ error: { code: 'webhook.forged' } })
    expect(await stateOf(person)).toEqual([])
  })

  it('is refused with a changed or malformed body', async () => {
    const { payload } = await subscriber()
    const message = sandboxMessage(app, 'subscription.active', payload)
    expect((await deliver(app, { ...message, body: message.body.replace('"pro"', '"pro "') })).status).toBe(403)
    const broken = sandboxMessage(app, 'subscription.active', { id: 7 })
    expect(await (await deliver(app, broken)).json()).toMatchObject({ error: { code: 'webhook.malformed' } })
  })

  it('is refused when signed with the secret of another instance', async () => {
    const { payload } = await subscriber()
    const { signedMessage } = await import('./sandbox/actions.ts')
    const message = signedMessage(Buffer.from('a guess').toString('base64'), 'subscription.active', payload)
    expect((await deliver(app, message)).status).toBe(403)
  })
})

describe('deleted users', () => {
  it('are no longer charged', async () => {
    const { person, id } = await subscriber()
    await person.client.accounts.delete({ password: person.password, confirm: 'DELETE' })
    await expect.poll(() => payloadOf(app, id), { timeout: 20_000 }).toEqual({})
    expect(await known(app, person)).toEqual([])
  })

  it('have their subscription canceled when a payment still arrives', async () => {
    const { person, payload } = await subscriber()
    const id = '0197f0a0-0000-7000-8000-00000000f005'
    const late = { ...payload, id }
    await changeSubscriptionSilently(app, id, late, '0197f0a0-0000-7000-8000-00000000dead')
    await person.client.accounts.delete({ password: person.password, confirm: 'DELETE' })
    expect((await deliver(app, sandboxMessage(app, 'subscription.active', late))).status).toBe(202)
    await expect.poll(async () => (await payloadOf(app, id)).status, { timeout: 20_000 }).toBe('canceled')
    expect(await known(app, person)).toEqual([])
  })
})

describe('paying twice', () => {
  it('is not offered to a user who has paid in another tab', async () => {
    const person = await join(app)
    const [first, second] = [await openCheckout(person, 'pro'), await openCheckout(person, 'starter')]
    await payAt(app, person, first)
    await payAt(app, person, first)
    expect(await stateOf(person)).toEqual([['active', 'pro']])
    expect(await refusalOf(openCheckout(person, 'pro'))).toMatchObject({ kind: 'conflict', code: 'billing.subscribed' })
    // The other checkout was open in parallel. Both paid subscriptions count and are shown, so that one can be
    // canceled.
    await payAt(app, person, second)
    const { access, subscriptions } = await person.client.billing.overview()
    expect(access).toMatchObject({ plan: 'pro' })
    expect(subscriptions.map(({ plan }) => plan)).toEqual(['pro', 'starter'])
    await person.client.billing.cancel({ id: subscriptions[1]?.id ?? '' })
    await actInSandbox(app, person, 'renew')
    expect((await person.client.billing.overview()).subscriptions.map(({ plan }) => plan)).toEqual(['pro'])
  })

  it('replaces a subscription whose payment failed', async () => {
    const person = await join(app)
    await app.rows(`update profiles set trial_ends_at = now() - interval '1 day' where id = '${person.id}'`)
    await subscribe(app, person, 'starter')
    const old = (await known(app, person))[0]?.provider_id ?? ''
    await actInSandbox(app, person, 'fail_long_ago')
    expect(await person.client.billing.access()).toMatchObject({ plan: 'none', paywall: true, past_due: true })
    await subscribe(app, person, 'pro')
    expect(await person.client.billing.access()).toMatchObject({ plan: 'pro', paywall: false, past_due: false })
    await expect.poll(async () => (await payloadOf(app, old)).status, { timeout: 20_000 }).toBe('canceled')
  })
})

it('a checkout belongs to the user who opened it', async () => {
  const [person, other] = [await join(app), await join(app)]
  const checkout = await openCheckout(person, 'pro')
  await expect(payAt(app, other, checkout)).rejects.toThrow(/404/)
  expect(await stateOf(other)).toEqual([])
  expect(await stateOf(person)).toEqual([])
})
