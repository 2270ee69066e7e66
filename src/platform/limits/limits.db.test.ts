import { expect, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database/database.ts'
import { createBlockLimiter, createLimiter, type LimiterDatabase, limit } from './index.ts'

const RULE = { points: 5, durationSeconds: 60 }

test('processes on one database share the limit', async () => {
  const { pool } = await testDatabase()
  const nodes = [createLimiter(pool, 'shared', RULE), createLimiter(pool, 'shared', RULE)] as const
  const other = createLimiter(pool, 'other', RULE)
  const results = await Promise.allSettled(
    Array.from({ length: 12 }, (_, index) => limit(nodes[index % 2 === 0 ? 0 : 1], 'key')),
  )
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(5)
  await limit(other, 'key')
  await expect(limit(nodes[0], 'key')).rejects.toMatchObject({ details: { retry_after: expect.any(Number) } })

  const { rows } = await pool.query('select key, points from rate_limits order by key')
  expect(rows).toEqual([
    { key: 'other:key', points: 1 },
    { key: 'shared:key', points: expect.any(Number) },
  ])
})

test('an expired key starts again', async () => {
  const { pool } = await testDatabase()
  const limiter = createLimiter(pool, 'window', { points: 1, durationSeconds: 60 })
  await limit(limiter, 'key')
  await expect(limit(limiter, 'key')).rejects.toMatchObject({ code: 'rate_limited' })
  await pool.query('update rate_limits set expire = $1', [Date.now() - 1])
  await limit(createLimiter(pool, 'window', { points: 1, durationSeconds: 60 }), 'key')
})

test('processes share a limit in blocks: together they grant no more, with few writes', async () => {
  const { pool } = await testDatabase()
  let writes = 0
  const counted: LimiterDatabase = {
    query: (query) => {
      writes++
      return pool.query(query)
    },
  }
  const rule = { points: 300, durationSeconds: 60 }
  const nodes = [createBlockLimiter(counted, 'blocks', rule), createBlockLimiter(counted, 'blocks', rule)] as const
  const states = await Promise.all(
    Array.from({ length: 1_000 }, (_, index) => nodes[index % 2 === 0 ? 0 : 1].consume('key')),
  )
  expect(states.filter((state) => state?.isExceeded === false)).toHaveLength(300)
  expect(writes).toBeLessThan(40)

  // A process that comes later finds nothing left, and the last states said so.
  expect(await createBlockLimiter(pool, 'blocks', rule).consume('key')).toMatchObject({
    isExceeded: true,
    remaining: 0,
  })
  expect(states.at(-1)).toMatchObject({ isExceeded: true, remaining: 0, resetSeconds: expect.any(Number) })
})

test('a block ends with its window', async () => {
  const { pool } = await testDatabase()
  const rule = { points: 2, durationSeconds: 1 }
  const limiter = createBlockLimiter(pool, 'window', rule)
  for (const isExceeded of [false, false, true]) expect(await limiter.consume('key')).toMatchObject({ isExceeded })
  await expect.poll(async () => (await limiter.consume('key'))?.isExceeded, { timeout: 5_000 }).toBe(false)
})
