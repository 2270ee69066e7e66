import { Webhook } from 'standardwebhooks'

/**
 * Headers of a delivery as Standard Webhooks defines them. Each secret adds a signature, so that a receiver with either
 * of two secrets can verify it.
 */
export function signedHeaders(signedMessage: {
  id: string
  at: Date
  payload: string
  secrets: readonly string[]
}): Record<string, string> {
  const { id, at, payload, secrets } = signedMessage
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, payload)).join(' '),
  }
}
