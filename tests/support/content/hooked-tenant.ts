// Tenants with a webhook endpoint each, at a real receiver, in an application that runs its jobs.
import { type Delivery, WEBHOOK_EVENTS, type Webhook } from '../../../src/features/webhooks/contract.ts'
import { createTestApp, type Tenant, type TestApp } from '../app/test-app.ts'
import { atEnd } from '../database/database.ts'
import { startReceiver, type WebhookReceiver } from '../network/webhook-receiver.ts'

/** For `expect.poll`. */
export const WAIT = { timeout: 30_000, interval: 50 }

export interface Hooked {
  tenant: Tenant
  receiver: WebhookReceiver
  endpoint: Webhook & { secret: string }
  call<T>(procedure: string, input?: object): Promise<T>
  deliveries(state?: Delivery['state']): Promise<Delivery[]>
  /** Types of the accepted events, in order. */
  types(): string[]
  /** Lets the time of the endpoint's oldest waiting delivery come. */
  passTime(): Promise<void>
}

/** Events that a new tenant's content does not cause by itself, while its document is read. */
const QUIET_EVENTS = WEBHOOK_EVENTS.filter((event) => !event.startsWith('source.') && !event.startsWith('gap.'))

/** @param count receivers, whose addresses the application must know before it starts */
export async function createHookedApp(
  count: number,
): Promise<{ app: TestApp; hooked: (input?: object) => Promise<Hooked> }> {
  const receivers = await Promise.all(Array.from({ length: count }, () => startReceiver()))
  atEnd(async () => {
    for (const receiver of receivers) await receiver.close()
  })
  const free = [...receivers]
  const hosts = receivers.map(({ host }) => host).join(',')
  const app = await createTestApp({ OUTBOUND_ALLOW_HOSTS: hosts, BILLING: 'off' }, { work: true })
  const hooked = async (input: object = {}): Promise<Hooked> => {
    const receiver = free.pop()
    if (!receiver) throw new Error('no receiver is left')
    const tenant = await app.tenant('Hooked')
    const call = async <T>(procedure: string, fields: object = {}): Promise<T> => {
      const reply = await app.rpc(procedure, fields, { cookie: tenant.cookie, workspaceId: tenant.workspaceId })
      if (reply.status >= 300) throw new Error(`${procedure} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
      return (reply.body as { json: T }).json
    }
    const endpoint = await call<Hooked['endpoint']>('webhooks/create', {
      url: receiver.url,
      events: QUIET_EVENTS,
      ...input,
    })
    receiver.secrets = [endpoint.secret]
    const { id } = endpoint
    return {
      tenant,
      receiver,
      endpoint,
      call,
      deliveries: async (state) =>
        (await call<{ items: Delivery[] }>('webhooks/deliveries/list', { id, state, limit: 200 })).items,
      types: () => receiver.accepted.map(({ type }) => type),
      passTime: async () => {
        await app.rows(`update webhook_endpoints set rest_until = null where id = '${id}'`)
        await app.rows(
          `update webhook_deliveries set next_attempt_at = now() where id in
             (select id from webhook_deliveries where endpoint_id = '${id}' and state = 'waiting' order by position limit 1)`,
        )
        await app.core.webhooks.queue.wake(null, tenant.workspaceId)
      },
    }
  }
  return { app, hooked }
}

export const newFaq = (question: string, status = 'published') => ({ question, answer: `About ${question}`, status })
