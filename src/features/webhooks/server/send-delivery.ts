import { AppError } from '../../../kernel/app-error.ts'
import { guardedFetch } from '../../../platform/outbound/index.ts'
import { type DeliveryAttempt, RESPONSE_KEPT } from '../contract.ts'
import { parseRetryAfter } from '../domain/retry-schedule.ts'
import { signedHeaders } from '../domain/sign.ts'
import type { DeliveryRow } from './claim-deliveries.ts'
import { type EndpointRow, headersOf, secretsAt } from './endpoint-secrets.ts'
import type { WebhookServices } from './services.ts'

const TIMEOUT_MS = 15_000
const BODY_BYTES = 8 * 1024

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
  const at = new Date()
  const begun = performance.now()
  const finish = (result: Omit<AttemptResult, 'attempt'> & Pick<DeliveryAttempt, 'status' | 'body' | 'error'>) => {
    const { status, body, error, ...rest } = result
    const duration = Math.round(performance.now() - begun)
    return { ...rest, attempt: { at: at.toISOString(), duration, status, body, error } }
  }
  const secrets = secretsAt(services, endpoint, at)
  const failed = { isDelivered: false, isGone: false, retryAfter: null, status: null, body: '' }
  if (secrets.length === 0)
    return finish({ ...failed, error: 'The secret cannot be read with the keys of this instance. Replace it.' })
  try {
    const response = await guardedFetch(endpoint.url, {
      method: 'POST',
      headers: {
        ...headersOf(services, endpoint),
        'content-type': 'application/json',
        'user-agent': 'Answerloom-Webhooks/1',
        ...signedHeaders({ id: delivery.eventId, at, payload: delivery.payload, secrets }),
      },
      body: delivery.payload,
      allowHosts: services.allowHosts,
      maxRedirects: 0,
      maxBytes: BODY_BYTES,
      isCut: true,
      timeoutMs: TIMEOUT_MS,
      signal,
    })
    const { status } = response
    return finish({
      isDelivered: status >= 200 && status < 300,
      isGone: status === 410,
      retryAfter: parseRetryAfter(response.headers.get('retry-after'), at),
      status,
      // The database stores neither NUL nor half of a character.
      body: response.text().replaceAll('\u0000', '').slice(0, RESPONSE_KEPT).toWellFormed(),
      error: null,
    })
  } catch (error) {
    signal.throwIfAborted()
    if (!(error instanceof AppError)) throw error
    return finish({ ...failed, error: error.message })
  }
}
