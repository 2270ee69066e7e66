import { describe, expect, it } from 'vitest'
import { BACKGROUND_SHARE, backoffFor, MAX_PAUSE_MS, throttleTo } from './throttle.ts'

describe('the pace of background work', () => {
  it('leaves the rest of the time to others', () => {
    for (const share of [BACKGROUND_SHARE, 1 / 2, 1])
      for (const elapsed of [1, 20, 300]) expect(elapsed / (elapsed + backoffFor(elapsed, share))).toBeCloseTo(share)
  })

  it('has a maximum pause after one slow part, and none after an empty one', () => {
    expect(backoffFor(60_000)).toBe(MAX_PAUSE_MS)
    expect(backoffFor(0)).toBe(0)
    expect(backoffFor(-1)).toBe(0)
  })

  it('returns the result or error of a part, and ends pauses on abort', async () => {
    const stop = new AbortController()
    const paced = throttleTo(1, stop.signal)
    expect(await paced(async () => 7)).toBe(7)
    await expect(paced(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    stop.abort()
    await expect(paced(async () => 7)).rejects.toThrow('aborted')
  })
})
