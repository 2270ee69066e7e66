import { webhooks } from '@polar-sh/sdk/2026-10'
import { AppError } from '../../../../kernel/app-error.ts'
import type { PlanIds, WebhookEvent } from '../provider.ts'
import { customerPayload, reportOf } from './payload.ts'

const SIGNED = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
const ID_MAX = 200

const malformed = (cause: unknown) =>
  new AppError('invalid', 'webhook.malformed', 'This webhook could not be read.', { cause })

/**
 * A webhook by the Standard Webhooks scheme: HMAC-SHA256 over id, time and body, no more than five minutes off our clock.
 * Kinds of events that nothing here knows are read as saying nothing.
 *
 * @throws forbidden `webhook.forged`; invalid `webhook.malformed`
 */
export async function readWebhook(
  options: { secret: string; plans: PlanIds },
  body: string,
  headers: Headers,
): Promise<WebhookEvent> {
  const [id = '', timestamp = '', signature = ''] = SIGNED.map((name) => headers.get(name) ?? '')
  const signed = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
  const nothing = { id, report: null, userId: null }
  let event: Awaited<ReturnType<typeof webhooks.validateEvent>>
  try {
    event = await webhooks.validateEvent(body, signed, options.secret)
  } catch (error) {
    if (error instanceof webhooks.PolarWebhookUnknownTypeError) return { ...nothing, type: String(error.eventType) }
    if (error instanceof webhooks.PolarWebhookVerificationError)
      throw new AppError('forbidden', 'webhook.forged', 'The signature of this webhook is not valid.', { cause: error })
    throw malformed(error)
  }
  if (id.length > ID_MAX) throw malformed('its id is too long')
  const { type, data } = event
  try {
    if (type.startsWith('subscription.')) {
      const report = reportOf(options.plans, data)
      return { id, type, report, userId: report.userId }
    }
    const about = customerPayload.safeParse(data)
    return { ...nothing, type, userId: (about.success && about.data.customer.external_id) || null }
  } catch (error) {
    throw malformed(error)
  }
}
