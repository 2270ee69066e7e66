import { describe, expect, it } from 'vitest'
import { BACKGROUND_SHARE, LONGEST_REST_MS, pacedTo, restFor } from './pace.ts'

describe('the pace of work in the background', () => {
  it('leaves the rest of the time to others', () => {
    for (const share of [BACKGROUND_SHARE, 1 / 2, 1])
      for (const elapsed of [1, 20, 300]) expect(elapsed / (elapsed + restFor(elapsed, share))).toBeCloseTo(share)
  })

  it('rests no longer than is reasonable after one slow piece, and not at all after none', () => {
    expect(restFor(60_000)).toBe(LONGEST_REST_MS)
    expect(restFor(0)).toBe(0)
    expect(restFor(-1)).toBe(0)
  })

  it('hands on what a piece gives or throws, and stops resting when it is told to', async () => {
    const stop = new AbortController()
    const paced = pacedTo(1, stop.signal)
    expect(await paced(async () => 7)).toBe(7)
    await expect(paced(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    stop.abort()
    await expect(paced(async () => 7)).rejects.toThrow('aborted')
  })
})
