import { beforeAll, describe, expect, it } from 'vitest'
import type { Tenant, TestApp } from '../../../../tests/support/app/test-app.ts'
import { createHookedApp, type Hooked, WAIT } from '../../../../tests/support/content/hooked-tenant.ts'

let app: TestApp
let hooked: (input?: object) => Promise<Hooked>
let refused: Tenant
beforeAll(async () => {
  ;({ app, hooked } = await createHookedApp(4))
  refused = await app.tenant('Refused')
})

describe('webhook endpoints', () => {
  it('sign with both secrets for a day after a rotation', async () => {
    const { call, receiver, endpoint, tenant } = await hooked()
    const rotated = await call<Hooked['endpoint']>('webhooks/rotateSecret', { id: endpoint.id })
    expect(rotated.secret).not.toBe(endpoint.secret)
    const test = async () => {
      const before = receiver.requests
      await call('webhooks/test', { id: endpoint.id })
      await expect.poll(() => receiver.requests, WAIT).toBe(before + 1)
    }
    receiver.secrets = [endpoint.secret]
    await test()
    receiver.secrets = [rotated.secret]
    await test()
    expect(receiver.accepted.at(-1)?.headers['webhook-signature']?.toString().split(' ')).toHaveLength(2)
    await app.rows(`update webhook_endpoints set former_secret_until = now() where id = '${endpoint.id}'`)
    await test()
    expect(receiver.accepted.at(-1)?.headers['webhook-signature']?.toString().split(' ')).toHaveLength(1)
    const stored = JSON.stringify(
      await app.rows(`select * from webhook_endpoints where workspace_id = '${tenant.workspaceId}'`),
    )
    for (const secret of [endpoint.secret, rotated.secret]) expect(stored).not.toContain(secret.slice(6))
    expect(JSON.stringify(await call('webhooks/list'))).not.toContain('whsec_')
  })

  it('send custom headers without revealing their values, and drop them with the host', async () => {
    const { call, receiver, endpoint, tenant } = await hooked({
      headers: [{ name: 'X-Token', value: 'open-sesame' }],
    })
    await call('webhooks/test', { id: endpoint.id })
    await expect.poll(() => receiver.accepted.length, WAIT).toBe(1)
    expect(receiver.accepted[0]?.headers['x-token']).toBe('open-sesame')
    expect(JSON.stringify(await call('webhooks/list'))).not.toContain('open-sesame')
    expect(
      JSON.stringify(await app.rows(`select * from webhook_endpoints where workspace_id = '${tenant.workspaceId}'`)),
    ).not.toContain('open-sesame')
    const kept = await call('webhooks/update', { id: endpoint.id, headers: [{ name: 'X-Token' }] })
    expect(kept).toMatchObject({ header_names: ['X-Token'] })
    await call('webhooks/test', { id: endpoint.id })
    await expect.poll(() => receiver.accepted.at(1)?.headers['x-token'], WAIT).toBe('open-sesame')
    const moved = await call('webhooks/update', { id: endpoint.id, url: 'https://elsewhere.example.com/' })
    expect(moved).toMatchObject({ header_names: [] })
  })

  it.each([
    ['http://example.com/hooks', 'Please use an https address.'],
    ['https://127.0.0.1/hooks', 'This address cannot be reached from here'],
    ['https://169.254.169.254/latest', 'This address cannot be reached from here'],
    ['https://user:pass@example.com/', 'This address cannot be reached from here'],
    ['https://example.com:8443/', 'This address cannot be reached from here'],
    ['example.com', 'Please enter a complete address'],
  ])('refuse the address %s', async (url, message) => {
    const reply = await app.rest(
      { method: 'POST', path: '/webhooks' },
      { url, events: ['faq.published'] },
      refused.apiKey,
    )
    expect(reply.status).toBe(400)
    expect(JSON.stringify(reply.body)).toContain(message)
  })

  it.each(['Host', 'Transfer-Encoding', 'webhook-id', 'Webhook-Signature', 'bad name'])(
    'refuse the header %s',
    async (name) => {
      const input = { url: 'https://example.com', events: ['faq.published'], headers: [{ name, value: 'x' }] }
      expect(await app.rest({ method: 'POST', path: '/webhooks' }, input, refused.apiKey)).toMatchObject({
        status: 400,
      })
    },
  )

  it('are not called at private addresses that the operator no longer allows', async () => {
    const { call, endpoint, deliveries } = await hooked()
    await app.rows(`update webhook_endpoints set url = 'http://127.0.0.1:9/hooks' where id = '${endpoint.id}'`)
    await call('webhooks/test', { id: endpoint.id })
    await expect
      .poll(async () => (await deliveries())[0]?.last_attempt?.error, WAIT)
      .toContain('This address cannot be reached from here')
  })
})
