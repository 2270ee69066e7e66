import { z } from 'zod'
import { rest } from '../../kernel/procedure.ts'
import { idSchema, optionalText, pageInput, pageOf, plainText, requiredText, timestamp } from '../../kernel/wire.ts'
import { workspaceProcedure } from '../workspaces/contract.ts'
import { WEBHOOK_EVENTS } from './contract/events.ts'

export * from './contract/events.ts'

export const ENDPOINTS_MAX = 20
export const CUSTOM_HEADERS_MAX = 20
/** Days after which deliveries are deleted from the log. */
export const DELIVERIES_KEPT_DAYS = 30
/** Characters of a response that the log keeps. */
export const RESPONSE_KEPT = 1_000
/** Hours for which both signatures are sent after a secret was replaced. */
export const SECRET_OVERLAP_HOURS = 24

/** `waiting`: it is to be sent, or sent again. `failed`: every attempt failed, and it is not sent again by itself. */
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** `person`: a member paused it. `failures`: it failed for days. `gone`: it answered 410. */
export const PAUSE_CAUSES = ['person', 'failures', 'gone'] as const

export const webhookSchema = z.object({
  id: idSchema,
  url: z.string(),
  description: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  /** Names of the custom headers; their values are never returned. */
  header_names: z.array(z.string()),
  paused_at: timestamp.nullable(),
  paused_by: z.enum(PAUSE_CAUSES).nullable(),
  /** Time of the first failure since the last delivery that succeeded. */
  failing_since: timestamp.nullable(),
  /** Number of deliveries that wait. */
  waiting: z.number().int(),
  /** Until then the former secret signs as well. */
  former_secret_until: timestamp.nullable(),
  created_by: z.string().nullable(),
  created_at: timestamp,
})
export type Webhook = z.output<typeof webhookSchema>
/** Fields that deliveries and time change. */
export const UNTAGGED_WEBHOOK = ['failing_since', 'waiting', 'former_secret_until'] as const

/** With the secret, which is shown this once. */
const webhookWithSecretSchema = webhookSchema.extend({ secret: z.string() })

export const attemptSchema = z.object({
  at: timestamp,
  /** Milliseconds. */
  duration: z.number().int(),
  /** HTTP status of the response; null where there was none. */
  status: z.number().int().nullable(),
  /** The first characters of the response. */
  body: z.string(),
  /** Reason why there was no response. */
  error: z.string().nullable(),
})
export type DeliveryAttempt = z.output<typeof attemptSchema>

export const deliverySchema = z.object({
  id: idSchema,
  /** The header `webhook-id`: the same for every attempt, and for a delivery that is sent again. */
  event_id: idSchema,
  type: z.string(),
  state: z.enum(DELIVERY_STATES),
  attempts: z.number().int(),
  next_attempt_at: timestamp.nullable(),
  last_attempt: attemptSchema.nullable(),
  created_at: timestamp,
})
export type Delivery = z.output<typeof deliverySchema>

export const deliveryDetailsSchema = deliverySchema.extend({
  /** The body of the request. */
  payload: z.string(),
  /** The oldest first. */
  log: z.array(attemptSchema),
})
export type DeliveryDetails = z.output<typeof deliveryDetailsSchema>

const headerInput = z.object({
  name: requiredText(100, 'Please enter a header name.'),
  /** Omitted: the value that is stored under this name. */
  value: plainText().max(2_000).optional(),
})

const fields = {
  url: requiredText(2_000, 'Please enter the address of the endpoint.'),
  description: optionalText(200),
  events: z
    .array(z.enum(WEBHOOK_EVENTS))
    .min(1, { error: 'Please choose at least one event.' })
    .max(WEBHOOK_EVENTS.length)
    .transform((events) => WEBHOOK_EVENTS.filter((event) => events.includes(event))),
  headers: z
    .array(headerInput)
    .max(CUSTOM_HEADERS_MAX, { error: `Please enter at most ${CUSTOM_HEADERS_MAX} headers.` }),
}
export const createWebhookInput = z.object({
  ...fields,
  description: fields.description.default(''),
  headers: fields.headers.default([]),
})
export type CreateWebhook = z.output<typeof createWebhookInput>
/** Omitted fields stay unchanged. */
export const updateWebhookInput = z.object(fields).partial()
export type UpdateWebhook = z.output<typeof updateWebhookInput>

const one = z.object({ id: idSchema })
const onWebhook = { writes: true, ids: { id: 'webhook' } }
const delivery = one.extend({ delivery_id: idSchema })

export const webhooksContract = {
  list: workspaceProcedure('webhook.manage')
    .route(rest('GET /webhooks', 'Webhooks', 'List webhook endpoints'))
    .output(z.object({ items: z.array(webhookSchema) })),
  get: workspaceProcedure('webhook.manage', { untagged: UNTAGGED_WEBHOOK, ids: { id: 'webhook' } })
    .route(rest('GET /webhooks/{id}', 'Webhooks', 'Get a webhook endpoint'))
    .input(one)
    .output(webhookSchema),
  create: workspaceProcedure('webhook.manage', { writes: true })
    .route(rest('POST /webhooks', 'Webhooks', 'Create a webhook endpoint', { successStatus: 201 }))
    .input(createWebhookInput)
    .output(webhookWithSecretSchema),
  update: workspaceProcedure('webhook.manage', { ...onWebhook, conditional: true })
    .route(rest('PATCH /webhooks/{id}', 'Webhooks', 'Change a webhook endpoint'))
    .input(one.extend(updateWebhookInput.shape))
    .output(webhookSchema),
  delete: workspaceProcedure('webhook.manage', { ...onWebhook, conditional: true, duringPaywall: true })
    .route(rest('DELETE /webhooks/{id}', 'Webhooks', 'Delete a webhook endpoint'))
    .input(one)
    .output(z.object({ deleted: z.literal(true) })),
  /** Both secrets sign for a while, so that receivers can be changed one after another. */
  rotateSecret: workspaceProcedure('webhook.manage', onWebhook)
    .route(rest('POST /webhooks/{id}/rotate-secret', 'Webhooks', 'Replace the secret'))
    .input(one)
    .output(webhookWithSecretSchema),
  /** Events are kept while it is paused. */
  pause: workspaceProcedure('webhook.manage', { ...onWebhook, duringPaywall: true })
    .route(rest('POST /webhooks/{id}/pause', 'Webhooks', 'Pause deliveries'))
    .input(one)
    .output(webhookSchema),
  /** Everything that waits is sent at once. */
  resume: workspaceProcedure('webhook.manage', onWebhook)
    .route(rest('POST /webhooks/{id}/resume', 'Webhooks', 'Resume deliveries'))
    .input(one)
    .output(webhookSchema),
  /** Sends an event of the type `webhook.test`. */
  test: workspaceProcedure('webhook.manage', onWebhook)
    .route(rest('POST /webhooks/{id}/test', 'Webhooks', 'Send a test event'))
    .input(one)
    .output(deliverySchema),
  deliveries: {
    /** Newest first. */
    list: workspaceProcedure('webhook.manage', { ids: { id: 'webhook' } })
      .route(rest('GET /webhooks/{id}/deliveries', 'Webhooks', 'List deliveries'))
      .input(one.extend(pageInput.shape).extend({ state: z.enum(DELIVERY_STATES).optional() }))
      .output(pageOf(deliverySchema)),
    get: workspaceProcedure('webhook.manage', { ids: { id: 'webhook', delivery_id: 'webhook_delivery' } })
      .route(rest('GET /webhooks/{id}/deliveries/{delivery_id}', 'Webhooks', 'Get a delivery'))
      .input(delivery)
      .output(deliveryDetailsSchema),
    /** Sends the same event once more, behind those that wait. */
    sendAgain: workspaceProcedure('webhook.manage', {
      writes: true,
      ids: { id: 'webhook', delivery_id: 'webhook_delivery' },
    })
      .route(rest('POST /webhooks/{id}/deliveries/{delivery_id}/send-again', 'Webhooks', 'Send an event again'))
      .input(delivery)
      .output(deliverySchema),
  },
}

declare module '../../kernel/events.ts' {
  interface EventMap {
    'webhooks.changed': { id: string }
  }
}
