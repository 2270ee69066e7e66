const MINUTE = 60
const HOUR = 60 * MINUTE

/** Seconds between an attempt that failed and the next one, as Standard Webhooks recommends; 75 hours in all. */
export const RETRY_DELAYS = [5, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR, 14 * HOUR, 20 * HOUR, 24 * HOUR]
export const ATTEMPTS_MAX = RETRY_DELAYS.length + 1
/** A receiver may ask for no longer pause than this. */
const RETRY_AFTER_MAX = 24 * HOUR
/** Part of a delay that is random, so that receivers do not get everything at one moment. */
const JITTER = 0.1

/**
 * Returns the seconds until the next attempt, or null when there is none.
 * @param options.attempts attempts so far, the failed one included
 * @param options.retryAfter seconds that the receiver asked for
 * @param options.random between 0 and 1
 */
export function retryDelay(options: { attempts: number; retryAfter: number | null; random: number }): number | null {
  const delay = RETRY_DELAYS[options.attempts - 1]
  if (delay === undefined) return null
  return Math.max(delay * (1 + JITTER * options.random), Math.min(options.retryAfter ?? 0, RETRY_AFTER_MAX))
}

/** Reads the header `retry-after`, in seconds or as a date. Null where it has no meaning. */
export function parseRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null
  if (/^\d{1,9}$/.test(header.trim())) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - now.getTime()) / 1000))
}

/** Consecutive failures after which an endpoint gets one request at a time, with a rest in between. */
export const RESTING_FROM = 5
export const REST_SECONDS = 60
/** An endpoint that fails for so long is paused. */
export const PAUSED_AFTER_DAYS = 3
