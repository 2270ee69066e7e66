const MINUTE_SECONDS = 60
const HOUR_SECONDS = 60 * MINUTE_SECONDS

/** Seconds between an attempt that failed and the next one, as Standard Webhooks recommends; 75 hours in all. */
export const RETRY_DELAYS_SECONDS = [
  5,
  5 * MINUTE_SECONDS,
  30 * MINUTE_SECONDS,
  2 * HOUR_SECONDS,
  5 * HOUR_SECONDS,
  10 * HOUR_SECONDS,
  14 * HOUR_SECONDS,
  20 * HOUR_SECONDS,
  24 * HOUR_SECONDS,
]
export const MAX_ATTEMPTS = RETRY_DELAYS_SECONDS.length + 1
/** A receiver may ask for no longer pause than this. */
const MAX_RETRY_AFTER_SECONDS = 24 * HOUR_SECONDS
/** Part of a delay that is random, so that receivers do not get everything at one moment. */
const JITTER_SHARE = 0.1

/**
 * Returns the seconds until the next attempt, or null when there is none.
 * @param options.attempts attempts so far, the failed one included
 * @param options.retryAfter seconds that the receiver asked for
 * @param options.random between 0 and 1
 */
export function retryDelay(failedAttempt: {
  attempts: number
  retryAfter: number | null
  random: number
}): number | null {
  const delaySeconds = RETRY_DELAYS_SECONDS[failedAttempt.attempts - 1]
  if (delaySeconds === undefined) return null
  return Math.max(
    delaySeconds * (1 + JITTER_SHARE * failedAttempt.random),
    Math.min(failedAttempt.retryAfter ?? 0, MAX_RETRY_AFTER_SECONDS),
  )
}

/** Reads the header `retry-after`, in seconds or as a date. Null where it has no meaning. */
export function parseRetryAfter(retryAfterHeader: string | null, now: Date): number | null {
  if (retryAfterHeader === null) return null
  if (/^\d{1,9}$/.test(retryAfterHeader.trim())) return Number(retryAfterHeader)
  const retryTime = Date.parse(retryAfterHeader)
  return Number.isNaN(retryTime) ? null : Math.max(0, Math.ceil((retryTime - now.getTime()) / 1000))
}

/** Consecutive failures after which an endpoint gets one request at a time, with a rest in between. */
export const FAILURES_BEFORE_REST = 5
export const REST_SECONDS = 60
/** An endpoint that fails for so long is paused. */
export const PAUSED_AFTER_DAYS = 3
