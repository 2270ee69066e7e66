import { webhooks } from '@polar-sh/sdk/2026-10'
import { AppError } from '../../../../kernel/app-error.ts'
import type { PlanProductIds, WebhookEvent } from '../provider.ts'
import { customerPayload, reportOf } from './payload.ts'

const SIGNATURE_HEADERS = ['webhook-id', 'webhook-timestamp', 'webhook-signature'] as const
const MAX_ID_LENGTH = 200

const malformedError = (cause: unknown) =>
  new AppError('invalid', 'webhook.malformed', 'This webhook could not be read.', { cause })

/**
 * A webhook by the Standard Webhooks scheme: HMAC-SHA256 over id, time and body, no more than five minutes off our clock.
 * Kinds of events that nothing here knows are read as saying nothing.
 *
 * @throws forbidden `webhook.forged`; invalid `webhook.malformed`
 */
export async function readWebhook(
  webhookOptions: { secret: string; plans: PlanProductIds },
  webhookBody: string,
  headers: Headers,
): Promise<WebhookEvent> {
  const [id = '', timestamp = '', signature = ''] = SIGNATURE_HEADERS.map((headerName) => headers.get(headerName) ?? '')
  const signatureHeaders = { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature }
  const emptyEvent = { id, report: null, userId: null }
  let polarEvent: Awaited<ReturnType<typeof webhooks.validateEvent>>
  try {
    polarEvent = await webhooks.validateEvent(webhookBody, signatureHeaders, webhookOptions.secret)
  } catch (webhookError) {
    if (webhookError instanceof webhooks.PolarWebhookUnknownTypeError)
      return { ...emptyEvent, type: String(webhookError.eventType) }
    if (webhookError instanceof webhooks.PolarWebhookVerificationError)
      throw new AppError('forbidden', 'webhook.forged', 'The signature of this webhook is not valid.', {
        cause: webhookError,
      })
    throw malformedError(webhookError)
  }
  if (id.length > MAX_ID_LENGTH) throw malformedError('its id is too long')
  const { type, data } = polarEvent
  try {
    if (type.startsWith('subscription.')) {
      const subscriptionReport = reportOf(webhookOptions.plans, data)
      return { id, type, report: subscriptionReport, userId: subscriptionReport.userId }
    }
    const parsedCustomer = customerPayload.safeParse(data)
    return { ...emptyEvent, type, userId: (parsedCustomer.success && parsedCustomer.data.customer.external_id) || null }
  } catch (webhookError) {
    throw malformedError(webhookError)
  }
}
