import { expect, test } from 'vitest'
import { testDatabase } from '../../../tests/support/database/database.ts'
import { createLimiter, limit } from './index.ts'

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
