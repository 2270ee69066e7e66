import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../../../kernel/app-error.ts'
import { type GuardedResponse, guardedFetch } from '../../../../platform/outbound/index.ts'

/** Our name in robots.txt. */
export const BOT_NAME = 'AnswerloomBot'
export const USER_AGENT = `${BOT_NAME}/1.0`
const ACCEPT_HEADER = 'text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.5'

const MAX_BODY_BYTES = 25 * 1024 * 1024
const TIME_LIMIT_MS = 20_000
/** For a request that a busy website refuses, or that fails. */
const MAX_ATTEMPTS = 3
/** A longer Retry-After ends the crawl until the next one. */
const MAX_RETRY_AFTER_MS = 60_000
const MAX_CRAWL_DELAY_MS = 10_000
/** Delay without a Retry-After; doubled with each retry. */
const RETRY_DELAY_MS = 1_000

export interface PoliteFetch {
  /** A redirect is returned like any other answer. Throws AppError when there is none. */
  get(address: string, headers?: Record<string, string>): Promise<GuardedResponse>
  /** Seconds between requests, as robots.txt asks; from then on there is one at a time. */
  slowDown(seconds: number): void
}

const isBusy = (status: number): boolean => status === 429 || status === 503
const isTransient = (status: number): boolean => isBusy(status) || status === 500 || status === 502 || status === 504

/** Returns the delay of a Retry-After header in milliseconds, or null when there is none. */
function parseRetryAfter(response: GuardedResponse): number | null {
  const headerValue = response.headers.get('retry-after')
  if (headerValue === null) return null
  const delayMs = /^\d+$/.test(headerValue.trim()) ? Number(headerValue) * 1000 : Date.parse(headerValue) - Date.now()
  return Number.isFinite(delayMs) ? Math.max(0, delayMs) : null
}

/** Requests to one website: guarded, at the pace it asks for, and patient with one that is busy. */
export function politeFetch(options: {
  allowHosts: readonly string[]
  signal: AbortSignal
  timeLimitMs?: number | undefined
}): PoliteFetch {
  let crawlDelayMs = 0
  /** When the next request may start, by the clock. */
  let nextStartAt = 0

  async function waitForTurn(): Promise<void> {
    const now = Date.now()
    const startAt = Math.max(now, nextStartAt)
    nextStartAt = startAt + crawlDelayMs
    if (startAt > now) await wait(startAt - now, undefined, { signal: options.signal })
  }

  async function fetchOnce(address: string, headers: Record<string, string>): Promise<GuardedResponse> {
    await waitForTurn()
    options.signal.throwIfAborted()
    return guardedFetch(address, {
      allowHosts: options.allowHosts,
      headers: { 'user-agent': USER_AGENT, accept: ACCEPT_HEADER, ...headers },
      maxRedirects: 0,
      maxBytes: MAX_BODY_BYTES,
      timeoutMs: options.timeLimitMs ?? TIME_LIMIT_MS,
      signal: options.signal,
    })
  }

  return {
    slowDown(seconds) {
      crawlDelayMs = Math.min(seconds * 1000, MAX_CRAWL_DELAY_MS)
    },
    async get(address, headers = {}) {
      for (let attempt = 1; ; attempt++) {
        const isLastAttempt = attempt === MAX_ATTEMPTS
        try {
          const response = await fetchOnce(address, headers)
          if (isLastAttempt || !isTransient(response.status)) return response
          const requestedDelayMs = parseRetryAfter(response)
          if (requestedDelayMs !== null && requestedDelayMs > MAX_RETRY_AFTER_MS) return response
          // A busy website is left alone by all, not only by the request it answered.
          const pauseMs = requestedDelayMs ?? RETRY_DELAY_MS * 2 ** (attempt - 1)
          if (isBusy(response.status)) nextStartAt = Math.max(nextStartAt, Date.now() + pauseMs)
          else await wait(pauseMs, undefined, { signal: options.signal })
        } catch (fetchError) {
          const isPermanent =
            !(fetchError instanceof AppError) ||
            fetchError.kind !== 'unavailable' ||
            fetchError.code === 'outbound.timeout'
          if (isLastAttempt || isPermanent || options.signal.aborted) throw fetchError
          await wait(RETRY_DELAY_MS, undefined, { signal: options.signal })
        }
      }
    },
  }
}
