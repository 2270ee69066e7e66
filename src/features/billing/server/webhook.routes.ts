import { Hono } from 'hono'
import { type HttpApp, type HttpEnv, textBody } from '../../../platform/http/index.ts'
import type { BillingServices } from './billing-services.ts'
import { receiveWebhook } from './receive-webhook.ts'

/** Path of the provider's webhook. */
export const WEBHOOK_PATH = '/api/billing/webhook'

/** Mounted at the root. Public, but only signed payloads are processed. */
export function createBillingWebhook(services: BillingServices): HttpApp {
  const app: HttpApp = new Hono<HttpEnv>()
  app.post(WEBHOOK_PATH, async (c) => {
    await receiveWebhook(services, await textBody(c), c.req.raw.headers)
    return c.json({ received: true }, 202)
  })
  return app
}
