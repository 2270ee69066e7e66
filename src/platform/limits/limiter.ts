import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { AppError } from '../../kernel/app-error.ts'

/** The part of a `pg.Pool` that counting needs. */
export interface LimiterDatabase {
  query(query: { text: string; values: unknown[] }): Promise<unknown>
}

export interface LimitRule {
  points: number
  durationSeconds: number
}

/** The state of a limit after a point was taken from it. */
export interface Quota extends LimitRule {
  /** Name of the limit for its users. */
  policy: string
  remaining: number
  /** Seconds until all points are there again. */
  resetSeconds: number
  isExceeded: boolean
}

export interface Limiter {
  /** Takes a point of `key`, or several, and returns what is left of its points; null where nothing is counted. */
  consume(key: string, points?: number): Promise<Pick<Quota, 'remaining' | 'resetSeconds' | 'isExceeded'> | null>
  /** Takes points of `key`; the milliseconds to wait when there are not enough, else 0. */
  take(key: string, points: number): Promise<number>
  /** Gives points back that were taken for something that turned out not to count. */
  refund(key: string, points: number): Promise<void>
  /** Gives a key all its points back: after a success that makes the failures before it harmless. */
  resetCount(key: string): Promise<void>
}

/** Share of a limit that one process grants during a database outage. */
const INSURED_SHARE = 0.5

/**
 * A rate limit, counted in the table `rate_limits` so that all processes share it; with 'memory', in this process
 * alone. During a database outage each process counts for itself with half the limit.
 */
export function createLimiter(database: LimiterDatabase | 'memory', name: string, rule: LimitRule): Limiter {
  const options = { keyPrefix: name, points: rule.points, duration: rule.durationSeconds }
  if (database === 'memory') return limiterOver(new RateLimiterMemory(options))
  const insuranceLimiter = new RateLimiterMemory({
    ...options,
    points: Math.max(1, Math.floor(rule.points * INSURED_SHARE)),
  })
  return limiterOver(
    new RateLimiterPostgres({
      ...options,
      // Statements stay unnamed: the embedded database has one session for all connections, poolers change theirs.
      storeClient: {
        query: ({ text, values }: { text: string; values: unknown[] }) => database.query({ text, values }),
      },
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      insuranceLimiter,
      // A key far over its limit needs no more writes to stay refused.
      inMemoryBlockOnConsumed: rule.points * 2,
      inMemoryBlockDuration: Math.min(rule.durationSeconds, 10),
    }),
  )
}

/** Lets everything pass; for `RATE_LIMITS=off`. */
export const noLimiter: Limiter = {
  consume: async () => null,
  take: async () => 0,
  refund: async () => {},
  resetCount: async () => {},
}

function limiterOver(counter: RateLimiterMemory | RateLimiterPostgres): Limiter {
  return {
    async consume(key, points = 1) {
      const stateOf = ({ remainingPoints, msBeforeNext }: RateLimiterRes, isExceeded: boolean) => ({
        remaining: Math.max(0, remainingPoints),
        resetSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)),
        isExceeded,
      })
      try {
        return stateOf(await counter.consume(key, points), false)
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return stateOf(refusal, true)
        throw refusal
      }
    },
    async take(key, points) {
      try {
        await counter.consume(key, points)
        return 0
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return Math.max(1, refusal.msBeforeNext)
        throw refusal
      }
    },
    async refund(key, points) {
      await counter.reward(key, points)
    },
    async resetCount(key) {
      await counter.delete(key)
    },
  }
}

/** Takes a point of `key`, or throws `rate_limited` with `retry_after` in seconds. */
export async function limit(limiter: Limiter, key: string, points = 1): Promise<void> {
  const waitMs = await limiter.take(key, points)
  if (waitMs > 0) throw rateLimited(Math.ceil(waitMs / 1000))
}

/** Throws `rate_limited` with `retry_after` in seconds for a quota that is used up. */
export function requireQuota({ isExceeded, resetSeconds }: Quota): void {
  if (isExceeded) throw rateLimited(resetSeconds)
}

const rateLimited = (seconds: number): AppError =>
  new AppError('rate_limited', 'rate_limited', `Too many requests. Please try again in ${secondsText(seconds)}.`, {
    details: { retry_after: seconds },
  })

/** A limiter and the key that is counted in it; `forgiven` by a success, else a success gives back only its own point. */
export interface FailureCount {
  limiter: Limiter
  key: string
  resetsOnSuccess: boolean
}

/**
 * Runs an attempt and counts it only if it fails. Its points are taken before it runs, so that attempts at the same time
 * cannot pass the limit together, and given back afterwards.
 * @param isFailure whether an error is the failure that counts; other errors don't
 * Throws `rate_limited`, or what the attempt throws.
 */
export async function countingFailures<Result>(
  counts: readonly FailureCount[],
  attempt: () => Promise<Result>,
  isFailure: (error: unknown) => boolean,
): Promise<Result> {
  const taken: FailureCount[] = []
  const refund = () => Promise.all(taken.map(({ limiter, key }) => limiter.refund(key, 1)))
  try {
    for (const count of counts) {
      await limit(count.limiter, count.key)
      taken.push(count)
    }
  } catch (error) {
    // Refused by one limit, the attempt does not run: it counts as a failure for none.
    await refund()
    throw error
  }
  let result: Result
  try {
    result = await attempt()
  } catch (error) {
    if (!isFailure(error)) await refund()
    throw error
  }
  await Promise.all(
    counts.map(({ limiter, key, resetsOnSuccess }) =>
      resetsOnSuccess ? limiter.resetCount(key) : limiter.refund(key, 1),
    ),
  )
  return result
}

const secondsText = (seconds: number): string =>
  seconds < 90 ? `${seconds} second${seconds === 1 ? '' : 's'}` : `${Math.ceil(seconds / 60)} minutes`
