// A fake of Polar: an HTTP server that speaks its API as the SDK does, with pages for paying, and webhooks signed by
// the Standard Webhooks scheme.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { models } from '@polar-sh/sdk/2026-10'
import { Webhook } from 'standardwebhooks'
import {
  checkoutOf,
  orderOf,
  POLAR_PRODUCTS,
  type PolarCustomer,
  type PolarOrder,
  type PolarPlan,
  type PolarSubscription,
  pageOf,
  planOfProduct,
  productOf,
  sessionOf,
  subscriptionOf,
} from './polar-objects.ts'

const SECRET = `whsec_${Buffer.from('the webhook secret of the fake').toString('base64')}`
const TOKEN = 'polar_oat_stand_in'

/** `down`: 503 to every call · `hang`: never answers · `declines`: charges are refused. */
export type PolarMode = 'good' | 'down' | 'hang' | 'declines'

interface OpenCheckout {
  create: models.CheckoutCreate
  paid: boolean
}

export class PolarServer {
  readonly #server = createServer((req, res) => void this.#serve(req, res))
  readonly #checkouts = new Map<string, OpenCheckout>()
  readonly #customers = new Map<string, PolarCustomer>()
  readonly subscriptions = new Map<string, PolarSubscription>()
  readonly orders: PolarOrder[] = []
  /** Calls of the API: `POST /v1/checkouts/`. */
  readonly calls: string[] = []
  /** Target of webhooks; null keeps them back, as during an outage. */
  reportTo: string | null = null
  mode: PolarMode = 'good'
  url = ''

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
    return this
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  /** Environment of a server that uses this fake. */
  get env(): Record<string, string> {
    const { starter, pro } = POLAR_PRODUCTS
    return {
      BILLING: 'polar',
      POLAR_API_URL: this.url,
      POLAR_ACCESS_TOKEN: TOKEN,
      POLAR_WEBHOOK_SECRET: SECRET,
      POLAR_STARTER_PRODUCT_ID: starter.id,
      POLAR_STARTER_PRICE_ID: starter.price,
      POLAR_PRO_PRODUCT_ID: pro.id,
      POLAR_PRO_PRICE_ID: pro.price,
    }
  }

  /** The newest subscription of a person, by the email they pay with. */
  subscriptionOf(email: string): PolarSubscription {
    const found = [...this.subscriptions.values()].findLast((one) => one.customer.email === email)
    if (!found) throw new Error(`${email} has no subscription`)
    return found
  }

  /** Changes a subscription as Polar would by itself, and reports it. */
  async change(id: string, type: string, changes: Partial<PolarSubscription>): Promise<void> {
    await this.report(type, this.#update(id, changes))
  }

  /** Signs an event and delivers it; answers the status. */
  async report(
    type: string,
    data: unknown,
    options: { id?: string; at?: Date; secret?: string } = {},
  ): Promise<number | null> {
    if (!this.reportTo) return null
    const { id = `msg_${randomUUID()}`, at = new Date(), secret = SECRET } = options
    const body = JSON.stringify({ type, timestamp: at.toISOString(), api_version: '2026-10', data })
    const answer = await fetch(this.reportTo, {
      method: 'POST',
      body,
      headers: {
        'content-type': 'application/json',
        'webhook-id': id,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': new Webhook(secret).sign(id, at, body),
      },
    })
    return answer.status
  }

  #update(id: string, changes: Partial<PolarSubscription>): PolarSubscription {
    const before = this.subscriptions.get(id)
    if (!before) throw new Error(`no subscription ${id}`)
    const last = Date.parse(before.modified_at ?? before.created_at)
    const modified_at = new Date(Math.max(Date.now(), last + 1)).toISOString()
    const after = { ...before, ...changes, modified_at }
    this.subscriptions.set(id, after)
    return after
  }

  async #serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const url = new URL(req.url ?? '/', this.url)
    const body = await text(req)
    const page = /^\/checkout\/([\w-]+)$/.exec(url.pathname)?.[1]
    if (page) return this.#checkoutPage(req, res, page)
    if (!url.pathname.startsWith('/v1/')) {
      res.writeHead(200, { 'content-type': 'text/html' })
      return void res.end('<!doctype html><html lang="en"><title>Polar</title><h1>Customer portal</h1>')
    }
    this.calls.push(`${req.method} ${url.pathname}`)
    if (this.mode === 'hang') return
    const answer = (status: number, json: unknown) => {
      res.writeHead(status, { 'content-type': 'application/json' })
      res.end(JSON.stringify(json))
    }
    if (this.mode === 'down') return answer(503, { error: 'Unavailable' })
    if (req.headers.authorization !== `Bearer ${TOKEN}`) return answer(401, { error: 'Unauthorized' })
    const [status, json] = this.#api(`${req.method} ${url.pathname}`, url.searchParams, body ? JSON.parse(body) : {})
    answer(status, json)
  }

  #api(call: string, query: URLSearchParams, body: Record<string, unknown>): [number, unknown] {
    const missing: [number, unknown] = [404, { error: 'ResourceNotFound', detail: 'Not found' }]
    const [, id = ''] = /^\w+ \/v1\/\w+\/([\w-]+)/.exec(call) ?? []
    const ofCustomer = <T extends { customer: { external_id?: string | null } }>(all: Iterable<T>): T[] => {
      const who = query.get('external_customer_id')
      return [...all].filter((one) => !who || one.customer.external_id === who)
    }
    if (call === 'POST /v1/checkouts/') return [201, this.#open(body as unknown as models.CheckoutCreate)]
    if (call === 'POST /v1/customer-sessions/') {
      const who = this.#customers.get(String(body.external_customer_id))
      if (!who) return [422, { detail: [{ loc: ['body'], msg: 'Customer does not exist.', type: 'value_error' }] }]
      return [201, sessionOf(who, `${this.url}/portal`, (body.return_url as string | undefined) ?? null)]
    }
    if (call === 'GET /v1/subscriptions/') {
      const active = query.get('active') === 'true'
      const found = ofCustomer(this.subscriptions.values())
      return [200, pageOf(found.filter(({ status }) => !active || status === 'active' || status === 'past_due'))]
    }
    if (call === 'GET /v1/orders/') return [200, pageOf(ofCustomer(this.orders).toReversed())]
    if (call.startsWith('DELETE /v1/customers/external/')) {
      return this.#customers.delete(call.split('/').at(-1) ?? '') ? [204, null] : missing
    }
    if (call.includes('/v1/orders/')) return this.#order(call, id) ?? missing
    const one = this.subscriptions.get(id)
    if (!one) return missing
    if (call.startsWith('GET')) return [200, one]
    if (one.status === 'canceled')
      return [403, { error: 'AlreadyCanceledSubscription', detail: 'The subscription has already ended.' }]
    if (call.startsWith('DELETE'))
      return [200, this.#announced(id, { status: 'canceled', ended_at: new Date().toISOString() })]
    return this.#patch(one, body as unknown as models.SubscriptionUpdate)
  }

  #order(call: string, id: string): [number, unknown] | null {
    const order = this.orders.find((one) => one.id === id)
    if (!order) return null
    if (!call.endsWith('/invoice')) return [200, order]
    if (call.startsWith('POST')) {
      order.is_invoice_generated = true
      return [202, {}]
    }
    const invoice: models.OrderInvoice = { url: `${this.url}/invoice/${id}` }
    return order.is_invoice_generated ? [200, invoice] : null
  }

  #patch(one: PolarSubscription, body: models.SubscriptionUpdate): [number, unknown] {
    if ('cancel_at_period_end' in body)
      return [200, this.#announced(one.id, { cancel_at_period_end: body.cancel_at_period_end, pending_update: null })]
    if ('pending_update' in body) return [200, this.#announced(one.id, { pending_update: null })]
    if (!('product_id' in body) || !body.product_id) return [422, { detail: [] }]
    if (this.mode === 'declines') return [402, { error: 'PaymentFailed', detail: 'The charge failed.' }]
    const pending: models.PendingSubscriptionUpdate = {
      id: randomUUID(),
      created_at: new Date().toISOString(),
      modified_at: null,
      applies_at: one.current_period_end,
      product_id: body.product_id,
      seats: null,
      units: null,
    }
    if (body.proration_behavior === 'next_period') return [200, this.#announced(one.id, { pending_update: pending })]
    const plan = planOfProduct(body.product_id)
    return [
      200,
      this.#announced(one.id, { product_id: body.product_id, product: productOf(plan), pending_update: null }),
    ]
  }

  /** As Polar does, the webhook follows the answer. */
  #announced(id: string, changes: Partial<PolarSubscription>): PolarSubscription {
    const after = this.#update(id, changes)
    void this.report('subscription.updated', after).catch(() => {})
    return after
  }

  #open(create: models.CheckoutCreate) {
    const id = randomUUID()
    this.#checkouts.set(id, { create, paid: false })
    return checkoutOf(id, `${this.url}/checkout/${id}`, create)
  }

  async #checkoutPage(req: IncomingMessage, res: ServerResponse, id: string): Promise<void> {
    const checkout = this.#checkouts.get(id)
    if (!checkout) return void res.writeHead(404).end()
    const { create } = checkout
    const plan = planOfProduct(create.products[0] ?? '')
    if (req.method === 'POST') {
      if (!checkout.paid) await this.#pay(create, plan, id)
      checkout.paid = true
      return void res.writeHead(303, { location: create.success_url ?? '/' }).end()
    }
    res.writeHead(200, { 'content-type': 'text/html' })
    res.end(`<!doctype html><html lang="en"><title>Polar</title><link rel="icon" href="data:,">
<h1>Answerloom ${plan === 'pro' ? 'Pro' : 'Starter'}</h1><p>${create.customer_email}</p>
<form method="post"><button>Pay now</button></form><a href="${create.return_url}">Back</a>`)
  }

  async #pay(create: models.CheckoutCreate, plan: PolarPlan, checkoutId: string): Promise<void> {
    const external_id = create.external_customer_id ?? ''
    const who = this.#customers.get(external_id) ?? {
      id: randomUUID(),
      external_id,
      email: create.customer_email ?? '',
      name: create.customer_name ?? null,
    }
    this.#customers.set(external_id, who)
    const subscription = subscriptionOf(who, plan, checkoutId)
    this.subscriptions.set(subscription.id, subscription)
    const order = orderOf(who, plan, 'subscription_create')
    this.orders.push(order)
    await this.report('order.paid', order)
    // In an order that is not the order of what happened.
    await this.report('subscription.active', subscription)
    await this.report('subscription.created', { ...subscription, status: 'incomplete', modified_at: null })
  }
}
