import { Hono } from 'hono'
import { type HttpApp, type HttpEnv, textBody } from '../../../platform/http/index.ts'
import type { BillingServices } from './billing-services.ts'
import { receiveWebhook } from './receive-webhook.ts'

/** Where the provider reports to. */
export const WEBHOOK_PATH = '/api/billing/webhook'

/** Mount at the root. Anybody may call it, and only what the provider has signed is read. */
export function createBillingWebhook(services: BillingServices): HttpApp {
  const app: HttpApp = new Hono<HttpEnv>()
  app.post(WEBHOOK_PATH, async (c) => {
    await receiveWebhook(services, await textBody(c), c.req.raw.headers)
    return c.json({ received: true }, 202)
  })
  return app
}
