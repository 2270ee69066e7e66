import { Hono } from 'hono'
import { type HttpApp, type HttpEnv, textBody } from '../../../platform/http/index.ts'
import type { BillingServices } from './billing-services.ts'
import { receiveWebhook } from './receive-webhook.ts'

/** Path of the provider's webhook. */
export const WEBHOOK_PATH = '/api/billing/webhook'

/** Mounted at the root. Public, but only signed payloads are processed. */
export function createBillingWebhook(services: BillingServices): HttpApp {
  const webhookApp: HttpApp = new Hono<HttpEnv>()
  webhookApp.post(WEBHOOK_PATH, async (context) => {
    await receiveWebhook(services, await textBody(context), context.req.raw.headers)
    return context.json({ received: true }, 202)
  })
  return webhookApp
}
