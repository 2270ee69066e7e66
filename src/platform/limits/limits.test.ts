import { describe, expect, test } from 'vitest'
import { addressKey, createLimiter, type LimiterDatabase, limit, noLimiter } from './index.ts'

const RULE = { points: 4, durationSeconds: 60 }
const LIMITED = { kind: 'rate_limited', code: 'rate_limited' }

/** Returns how many of `times` concurrent requests are accepted. */
async function granted(limiter: ReturnType<typeof createLimiter>, key: string, times: number): Promise<number> {
  const results = await Promise.allSettled(Array.from({ length: times }, () => limit(limiter, key)))
  for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject(LIMITED)
  return results.filter((result) => result.status === 'fulfilled').length
}

describe('a limit in memory', () => {
  test('grants exactly the points, for each key', async () => {
    const limiter = createLimiter('memory', 'm', RULE)
    expect(await granted(limiter, 'a', 10)).toBe(4)
    expect(await granted(limiter, 'b', 10)).toBe(4)
  })

  test('reports when to try again', async () => {
    const limiter = createLimiter('memory', 'm', { points: 1, durationSeconds: 60 })
    await limit(limiter, 'a')
    const refusal = await limit(limiter, 'a').catch((error: unknown) => error)
    expect(refusal).toMatchObject({ details: { retry_after: 60 } })
    expect(String(refusal)).toContain('Please try again in 60 seconds.')
  })

  test('consumes several points at once, and returns all after a success', async () => {
    const limiter = createLimiter('memory', 'm', RULE)
    await limit(limiter, 'a', 3)
    await expect(limit(limiter, 'a', 2)).rejects.toMatchObject(LIMITED)
    await limiter.resetCount('a')
    await limit(limiter, 'a', 4)
  })
})

describe('a limit with a failing database', () => {
  const failing: LimiterDatabase = { query: () => Promise.reject(new Error('connection lost')) }

  test('still applies, as half the limit in this process', async () => {
    expect(await granted(createLimiter(failing, 'f', RULE), 'a', 10)).toBe(2)
    expect(await granted(createLimiter(failing, 'f', { points: 1, durationSeconds: 60 }), 'a', 10)).toBe(1)
  })
})

test('a disabled limit allows everything', async () => {
  expect(await granted(noLimiter, 'a', 100)).toBe(100)
})

describe('addressKey', () => {
  const secret = 's'.repeat(32)
  test('does not reveal the address, and differs by instance', () => {
    expect(addressKey('203.0.113.5', secret)).not.toContain('203')
    expect(addressKey('203.0.113.5', secret)).not.toBe(addressKey('203.0.113.5', 't'.repeat(32)))
    expect(addressKey('203.0.113.5', secret)).not.toBe(addressKey('203.0.113.6', secret))
  })

  test('is the same for one IPv6 network', () => {
    expect(addressKey('2a00:1:2:3::1', secret)).toBe(addressKey('2a00:1:2:3:ffff::9', secret))
    expect(addressKey('2a00:1:2:3::1', secret)).not.toBe(addressKey('2a00:1:2:4::1', secret))
    expect(addressKey('::ffff:203.0.113.5', secret)).toBe(addressKey('203.0.113.5', secret))
    expect(addressKey('unknown', secret)).toHaveLength(27)
  })
})
