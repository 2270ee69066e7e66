import { beforeAll, describe, expect, it } from 'vitest'
import type { TestApp } from '../../../../tests/support/app/test-app.ts'
import { createHookedApp, type Hooked, newFaq, WAIT } from '../../../../tests/support/content/hooked-tenant.ts'
import { mailTo } from '../../../../tests/support/mail/outbox.ts'
import type { DeliveryDetails, Webhook } from '../contract.ts'
import { deleteOldDeliveries } from './webhooks.job.ts'

let app: TestApp
let hooked: (input?: object) => Promise<Hooked>
beforeAll(async () => {
  ;({ app, hooked } = await createHookedApp(8))
})

describe('a receiver that is unavailable', () => {
  it('gets each of 1,000 events after its return, in the order of each resource', async () => {
    const { call, receiver, endpoint, passTime } = await hooked({ events: ['faq.published', 'faq.updated'] })
    receiver.answer = () => ({ status: 503 })
    const faqs: string[] = []
    for (let index = 0; index < 20; index++)
      faqs.push((await call<{ id: string }>('faqs/create', newFaq(`What is number ${index}?`))).id)
    for (let round = 1; round < 50; round++) {
      // By calls at the same time, and mostly by one call, which takes less processor time.
      if (round % 5 === 0) await Promise.all(faqs.map((id) => call('faqs/update', { id, answer: `Version ${round}.` })))
      else await call('faqs/updateMany', { ids: faqs, category: `Category ${round}` })
    }
    expect(await call('webhooks/get', { id: endpoint.id })).toMatchObject({
      waiting: 1_000,
      failing_since: expect.any(String),
    })
    // It is spared while it fails.
    expect(receiver.requests).toBeLessThan(60)
    receiver.answer = () => ({ status: 204 })
    await passTime()
    await expect.poll(() => receiver.accepted.length, { timeout: 120_000, interval: 100 }).toBe(1_000)
    for (const id of faqs) {
      const versions = receiver.accepted.filter(({ data }) => data.id === id).map(({ data }) => data.version)
      expect(versions).toEqual(Array.from({ length: 50 }, (_, index) => index + 1))
    }
    await expect
      .poll(() => call<Webhook>('webhooks/get', { id: endpoint.id }), WAIT)
      .toMatchObject({ waiting: 0, failing_since: null })
  }, 240_000)

  it('delays later events of the same resource only', async () => {
    const { call, receiver, types } = await hooked()
    receiver.answer = () => ({ status: types().length === 0 && receiver.requests === 1 ? 500 : 204 })
    const first = await call<{ id: string }>('faqs/create', newFaq('First?'))
    await expect.poll(() => receiver.requests, WAIT).toBe(1)
    await call('faqs/update', { id: first.id, answer: 'Changed.' })
    await call('faqs/create', newFaq('Second?'))
    // The success of the second releases what waits for the first.
    await expect.poll(types, WAIT).toHaveLength(3)
    expect(receiver.accepted.filter(({ data }) => data.id === first.id).map(({ type }) => type)).toEqual([
      'faq.published',
      'faq.updated',
    ])
  })

  it('is paused after three days, with an email to each owner, and gets everything after it is resumed', async () => {
    const { tenant, call, receiver, endpoint, types, deliveries, passTime } = await hooked()
    receiver.answer = () => ({ status: 500, body: 'x'.repeat(20_000) })
    await call('faqs/create', newFaq('First?'))
    await expect.poll(async () => (await deliveries())[0]?.attempts, WAIT).toBe(1)
    expect((await deliveries())[0]?.last_attempt).toMatchObject({ status: 500, body: 'x'.repeat(1_000), error: null })
    await app.rows(`update webhook_endpoints set failing_since = now() - interval '4 days' where id = '${endpoint.id}'`)
    await passTime()
    await expect
      .poll(() => call<Webhook>('webhooks/get', { id: endpoint.id }), WAIT)
      .toMatchObject({ paused_by: 'failures', waiting: 1 })
    const mail = await mailTo(app.core.config, tenant.email, /a webhook endpoint was paused/)
    expect(mail.text).toContain('One event waits for it')
    expect(mail.text).toContain(`/dashboard/integrations/webhooks/${endpoint.id}`)
    const requests = receiver.requests
    receiver.answer = () => ({ status: 200 })
    await call('faqs/create', newFaq('Second?'))
    expect(receiver.requests).toBe(requests)
    await call('webhooks/resume', { id: endpoint.id })
    await expect.poll(types, WAIT).toHaveLength(2)
    const audit = await call<{ items: { action: string; actor: { kind: string } }[] }>('workspaces/auditLog/list', {
      area: 'webhooks',
    })
    expect(audit.items.map(({ action, actor }) => [action, actor.kind])).toEqual([
      ['webhook.resumed', 'person'],
      ['webhook.paused', 'system'],
      ['webhook.created', 'person'],
    ])
  })

  it('is paused immediately when it returns 410', async () => {
    const { call, receiver, endpoint } = await hooked()
    receiver.answer = () => ({ status: 410 })
    await call('webhooks/test', { id: endpoint.id })
    await expect
      .poll(() => call<Webhook>('webhooks/get', { id: endpoint.id }), WAIT)
      .toMatchObject({ paused_by: 'gone' })
  })

  it('cannot redirect a delivery, which fails', async () => {
    const { call, receiver, endpoint, deliveries } = await hooked()
    receiver.answer = () => ({ status: 307, headers: { location: '/elsewhere' } })
    await call('webhooks/test', { id: endpoint.id })
    await expect.poll(async () => (await deliveries())[0]?.last_attempt?.status, WAIT).toBe(307)
    expect(receiver.paths).not.toContain('/elsewhere')
  })
})

describe('the delivery log', () => {
  it('contains payload and attempts, allows sending again under the same id, and ends after 30 days', async () => {
    const { call, receiver, endpoint, deliveries } = await hooked()
    receiver.answer = () => ({ status: 201, body: 'Thanks' })
    await call('faqs/create', newFaq('Logged?'))
    await expect.poll(async () => (await deliveries('delivered')).length, WAIT).toBe(1)
    const [delivery] = await deliveries()
    const details = await call<DeliveryDetails>('webhooks/deliveries/get', {
      id: endpoint.id,
      delivery_id: delivery?.id,
    })
    expect(details.log).toMatchObject([{ status: 201, body: 'Thanks', error: null }])
    expect(JSON.parse(details.payload)).toMatchObject({ type: 'faq.published', data: { question: 'Logged?' } })
    await call('webhooks/deliveries/sendAgain', { id: endpoint.id, delivery_id: delivery?.id })
    await expect
      .poll(() => receiver.accepted.map(({ id }) => id), WAIT)
      .toEqual([delivery?.event_id, delivery?.event_id])
    await app.rows(`update webhook_deliveries set created_at = now() - interval '31 days' where id = '${delivery?.id}'`)
    await deleteOldDeliveries(app.core.webhooks.services)
    expect((await deliveries()).map(({ id }) => id)).not.toContain(delivery?.id)
    expect(await deliveries()).toHaveLength(1)
  })

  it('includes deliveries of a process that died, which are sent again', async () => {
    const { call, receiver, endpoint, tenant } = await hooked()
    await call('webhooks/pause', { id: endpoint.id })
    await call('faqs/create', newFaq('Claimed?'))
    await app.rows(
      `update webhook_deliveries set claimed_until = now() - interval '1 second' where endpoint_id = '${endpoint.id}'`,
    )
    await app.rows(`update webhook_endpoints set paused_at = null where id = '${endpoint.id}'`)
    await app.core.webhooks.queue.wake(null, tenant.workspaceId)
    await expect.poll(() => receiver.accepted.length, WAIT).toBe(1)
  })
})
