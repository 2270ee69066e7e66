import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { batchLookups } from './batched-lookups.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => vi.useRealTimers())

/** Lookups of lengths of words; `batches` are the queries. */
function lengths(fails = false) {
  const batches: string[][] = []
  const lookUp = batchLookups(
    async (keys) => {
      batches.push(keys)
      if (fails) throw new Error('no database')
      return new Map(keys.filter((key) => key !== 'nothing').map((key) => [key, key.length]))
    },
    { intervalMs: 100, batchSize: 3 },
  )
  return { batches, lookUp }
}

it('looks up the first key immediately, and simultaneous keys together', async () => {
  const { batches, lookUp } = lengths()
  expect(await Promise.all(['wool', 'yarn', 'nothing', 'wool'].map(lookUp))).toEqual([4, 4, null, 4])
  expect(batches).toEqual([['wool', 'yarn', 'nothing']])
})

it('starts at most one query per interval for any number of waiting keys', async () => {
  const { batches, lookUp } = lengths()
  const all = Array.from({ length: 10 }, (_, n) => lookUp(`key-${n}`))
  for (const queries of [1, 2, 3, 4]) {
    await vi.advanceTimersByTimeAsync(99)
    expect(batches).toHaveLength(queries)
    await vi.advanceTimersByTimeAsync(1)
  }
  expect(await Promise.all(all)).toEqual(Array.from({ length: 10 }, () => 5))
  await vi.advanceTimersByTimeAsync(100)
  await lookUp('later')
  expect(batches).toHaveLength(5)
})

it('reports a failed query to all waiting callers and continues', async () => {
  const { batches, lookUp } = lengths(true)
  const results = await Promise.allSettled(['wool', 'yarn'].map(lookUp))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  await vi.advanceTimersByTimeAsync(100)
  await expect(lookUp('wool')).rejects.toThrow('no database')
  expect(batches).toHaveLength(2)
})
