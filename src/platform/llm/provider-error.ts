import { APICallError, JSONParseError, StreamProviderError, TypeValidationError } from 'ai'

const MIN_KEY = 8

/**
 * Returns the part of a provider's error that may be logged: the rest contains sent or generated text. Some gateways
 * repeat the rejected `key`.
 */
export function withoutPrompt(error: unknown, key: string | null = null): Error {
  if (!(error instanceof Error)) return new Error(typeof error === 'string' ? error : 'The provider reported an error')
  // Their messages repeat what was received.
  if (JSONParseError.isInstance(error) || TypeValidationError.isInstance(error))
    return new Error(`${error.name}: The response of the provider has an unknown format`)
  const known = APICallError.isInstance(error) || StreamProviderError.isInstance(error)
  const status = known && error.statusCode ? ` ${error.statusCode}` : ''
  const message = key && key.length >= MIN_KEY ? error.message.replaceAll(key, '…') : error.message
  return new Error(`${error.name}${status}: ${message.slice(0, 500)}`)
}

/** Milliseconds that the provider asks to wait (Retry-After in seconds or as a date), or null when it doesn't say. */
export function askedPause(error: APICallError, now: number): number | null {
  const asked = error.responseHeaders?.['retry-after']
  if (!asked) return null
  const ms = /^\s*\d+(\.\d+)?\s*$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - now
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}
