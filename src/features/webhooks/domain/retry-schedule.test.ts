import { expect, it } from 'vitest'
import { MAX_ATTEMPTS, parseRetryAfter, RETRY_DELAYS_SECONDS, retryDelay } from './retry-schedule.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

it('ten attempts are made over three days', () => {
  const hours = RETRY_DELAYS_SECONDS.reduce((sum, delay) => sum + delay, 0) / 3600
  expect(hours).toBeGreaterThan(72)
  expect(MAX_ATTEMPTS).toBe(10)
  const delays = Array.from({ length: 10 }, (_, index) =>
    retryDelay({ attempts: index + 1, retryAfter: null, random: 0 }),
  )
  expect(delays).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, null])
})

it("the delay has a random part, and follows the receiver's request up to a day", () => {
  expect(retryDelay({ attempts: 2, retryAfter: null, random: 1 })).toBe(330)
  expect(retryDelay({ attempts: 1, retryAfter: 120, random: 0 })).toBe(120)
  expect(retryDelay({ attempts: 3, retryAfter: 120, random: 0 })).toBe(1800)
  expect(retryDelay({ attempts: 1, retryAfter: 999_999_999, random: 0 })).toBe(86_400)
  expect(retryDelay({ attempts: 10, retryAfter: 120, random: 0 })).toBeNull()
})

it('both formats of Retry-After are read', () => {
  expect(parseRetryAfter('120', NOW)).toBe(120)
  expect(parseRetryAfter('Sun, 01 Mar 2026 12:01:00 GMT', NOW)).toBe(60)
  expect(parseRetryAfter('Sun, 01 Mar 2026 11:00:00 GMT', NOW)).toBe(0)
  expect(parseRetryAfter('soon', NOW)).toBeNull()
  expect(parseRetryAfter(null, NOW)).toBeNull()
})
