import { AppError } from '../../../kernel/app-error.ts'
import { guardedFetch } from '../../../platform/outbound/index.ts'
import { type DeliveryAttempt, RESPONSE_KEPT } from '../contract.ts'
import { parseRetryAfter } from '../domain/retry-schedule.ts'
import { signedHeaders } from '../domain/sign.ts'
import type { DeliveryRow } from './claim-deliveries.ts'
import { type EndpointRow, headersOf, secretsAt } from './endpoint-secrets.ts'
import type { WebhookServices } from './services.ts'

const TIMEOUT_MS = 15_000
const MAX_BODY_BYTES = 8 * 1024

export interface AttemptResult {
  attempt: DeliveryAttempt
  isDelivered: boolean
  /** The endpoint says that it is gone for good. */
  isGone: boolean
  /** Seconds for which the receiver asked not to be called. */
  retryAfter: number | null
}

/** Sends one event once. Never throws for what the receiver does; throws when the process stops. */
export async function sendDelivery(
  services: WebhookServices,
  endpoint: EndpointRow,
  delivery: DeliveryRow,
  signal: AbortSignal,
): Promise<AttemptResult> {
  const attemptedAt = new Date()
  const startedMs = performance.now()
  const toAttemptResult = (
    attemptOutcome: Omit<AttemptResult, 'attempt'> & Pick<DeliveryAttempt, 'status' | 'body' | 'error'>,
  ) => {
    const { status, body, error, ...rest } = attemptOutcome
    const durationMs = Math.round(performance.now() - startedMs)
    return { ...rest, attempt: { at: attemptedAt.toISOString(), duration: durationMs, status, body, error } }
  }
  const signingSecrets = secretsAt(services, endpoint, attemptedAt)
  const failedOutcome = { isDelivered: false, isGone: false, retryAfter: null, status: null, body: '' }
  if (signingSecrets.length === 0)
    return toAttemptResult({
      ...failedOutcome,
      error: 'The secret cannot be read with the keys of this instance. Replace it.',
    })
  try {
    const endpointResponse = await guardedFetch(endpoint.url, {
      method: 'POST',
      headers: {
        ...headersOf(services, endpoint),
        'content-type': 'application/json',
        'user-agent': 'Answerloom-Webhooks/1',
        ...signedHeaders({ id: delivery.eventId, at: attemptedAt, payload: delivery.payload, secrets: signingSecrets }),
      },
      body: delivery.payload,
      allowHosts: services.allowHosts,
      maxRedirects: 0,
      maxBytes: MAX_BODY_BYTES,
      isCut: true,
      timeoutMs: TIMEOUT_MS,
      signal,
    })
    const { status } = endpointResponse
    return toAttemptResult({
      isDelivered: status >= 200 && status < 300,
      isGone: status === 410,
      retryAfter: parseRetryAfter(endpointResponse.headers.get('retry-after'), attemptedAt),
      status,
      // The database stores neither NUL nor half of a character.
      body: endpointResponse.text().replaceAll('\u0000', '').slice(0, RESPONSE_KEPT).toWellFormed(),
      error: null,
    })
  } catch (sendError) {
    signal.throwIfAborted()
    if (!(sendError instanceof AppError)) throw sendError
    return toAttemptResult({ ...failedOutcome, error: sendError.message })
  }
}
