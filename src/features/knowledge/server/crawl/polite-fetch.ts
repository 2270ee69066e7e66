import { setTimeout as wait } from 'node:timers/promises'
import { AppError } from '../../../../kernel/app-error.ts'
import { type GuardedResponse, guardedFetch } from '../../../../platform/outbound/index.ts'

/** Our name in robots.txt. */
export const BOT_NAME = 'AnswerloomBot'
export const USER_AGENT = `${BOT_NAME}/1.0`
const ACCEPT = 'text/html,application/xhtml+xml,application/pdf;q=0.9,text/plain;q=0.8,*/*;q=0.5'

const BODY_MAX = 25 * 1024 * 1024
const TIME_LIMIT_MS = 20_000
/** For a request that a busy website refuses, or that fails. */
const MAX_ATTEMPTS = 3
/** A longer Retry-After ends the crawl until the next one. */
const MAX_RETRY_AFTER_MS = 60_000
const CRAWL_DELAY_MAX_MS = 10_000
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
function retryAfter(response: GuardedResponse): number | null {
  const value = response.headers.get('retry-after')
  if (value === null) return null
  const ms = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}

/** Requests to one website: guarded, at the pace it asks for, and patient with one that is busy. */
export function politeFetch(options: {
  allowHosts: readonly string[]
  signal: AbortSignal
  timeLimitMs?: number | undefined
}): PoliteFetch {
  let delay = 0
  /** When the next request may start, by the clock. */
  let next = 0

  async function waitForTurn(): Promise<void> {
    const now = Date.now()
    const start = Math.max(now, next)
    next = start + delay
    if (start > now) await wait(start - now, undefined, { signal: options.signal })
  }

  async function once(address: string, headers: Record<string, string>): Promise<GuardedResponse> {
    await waitForTurn()
    options.signal.throwIfAborted()
    return guardedFetch(address, {
      allowHosts: options.allowHosts,
      headers: { 'user-agent': USER_AGENT, accept: ACCEPT, ...headers },
      maxRedirects: 0,
      maxBytes: BODY_MAX,
      timeoutMs: options.timeLimitMs ?? TIME_LIMIT_MS,
      signal: options.signal,
    })
  }

  return {
    slowDown(seconds) {
      delay = Math.min(seconds * 1000, CRAWL_DELAY_MAX_MS)
    },
    async get(address, headers = {}) {
      for (let attempt = 1; ; attempt++) {
        const isLast = attempt === MAX_ATTEMPTS
        try {
          const response = await once(address, headers)
          if (isLast || !isTransient(response.status)) return response
          const asked = retryAfter(response)
          if (asked !== null && asked > MAX_RETRY_AFTER_MS) return response
          // A busy website is left alone by all, not only by the request it answered.
          const pause = asked ?? RETRY_DELAY_MS * 2 ** (attempt - 1)
          if (isBusy(response.status)) next = Math.max(next, Date.now() + pause)
          else await wait(pause, undefined, { signal: options.signal })
        } catch (error) {
          const isPermanent =
            !(error instanceof AppError) || error.kind !== 'unavailable' || error.code === 'outbound.timeout'
          if (isLast || isPermanent || options.signal.aborted) throw error
          await wait(RETRY_DELAY_MS, undefined, { signal: options.signal })
        }
      }
    },
  }
}
