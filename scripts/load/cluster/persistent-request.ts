// Requests as a careful client sends them: docs/guides/api.md says which answers ask for a repetition.
import { setTimeout as pause } from 'node:timers/promises'

export interface Answer {
  status: number
  body: unknown
}

/** Times in milliseconds. */
export interface WriteCounts {
  acknowledged: number
  /** Repetitions after 503, 429 or 409 with Retry-After. */
  refused: number
  /** Repetitions after a broken connection, or 502 of the balancer. */
  unanswered: number
  /** From the first attempt to the acknowledgment, at most. */
  longest: number
  /** Sentences about requests that failed for good. */
  failures: string[]
}

export const noWrites = (): WriteCounts => ({ acknowledged: 0, refused: 0, unanswered: 0, longest: 0, failures: [] })

/** Without an answer, the request is repeated after this time, in milliseconds. */
const REPEAT_AFTER_MS = 500
const ATTEMPT_LIMIT_MS = 20_000
const GIVE_UP_MS = 90_000
const CODE_OF_LOST_ANSWER = 'idempotency_key.response_unavailable'

interface Sent {
  method: string
  headers: Record<string, string>
  body: object
}

/** Sends the request until there is an answer for good. Returns null where it failed, which is counted. */
export async function sendUntilAnswered(countsNow: () => WriteCounts, url: string, sent: Sent): Promise<Answer | null> {
  const started = performance.now()
  const init = {
    method: sent.method,
    headers: { 'content-type': 'application/json', ...sent.headers },
    body: JSON.stringify(sent.body),
  }
  let last = 'no answer'
  while (performance.now() - started < GIVE_UP_MS) {
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(ATTEMPT_LIMIT_MS) })
      const text = await response.text()
      const wait = Number(response.headers.get('retry-after'))
      last = `${response.status} ${text.slice(0, 200)}`
      // The request took effect, and only its answer is lost.
      if (response.ok || text.includes(CODE_OF_LOST_ANSWER)) {
        const counts = countsNow()
        counts.acknowledged += 1
        counts.longest = Math.max(counts.longest, performance.now() - started)
        return { status: response.status, body: text && response.ok ? JSON.parse(text) : null }
      }
      if ([409, 429, 503].includes(response.status) && wait > 0) {
        countsNow().refused += 1
        await pause(wait * 1000)
        continue
      }
      if (response.status !== 502) break
    } catch (error) {
      last = String(error)
    }
    countsNow().unanswered += 1
    await pause(REPEAT_AFTER_MS)
  }
  countsNow().failures.push(`${sent.method} ${new URL(url).pathname} failed: ${last}`)
  return null
}
