import { beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../tests/support/database/database.ts'
import type { Database } from './index.ts'

let db: Database

beforeAll(async () => {
  db = await testDatabase()
  await db.pool.query(
    'CREATE TABLE scratch_counters (id int PRIMARY KEY, total int NOT NULL DEFAULT 0 CHECK (total < 1000))',
  )
})

describe('the connection pool', () => {
  it('reports its kind', () => {
    expect(db.kind).toBe(process.env.TEST_DATABASE)
    expect(Number.parseInt(db.serverVersion, 10)).toBeGreaterThanOrEqual(15)
  })

  it('answers many queries at the same time, each with its own result', async () => {
    const answers = await Promise.all(
      Array.from({ length: 200 }, async (_, index) => (await db.pool.query('SELECT $1::int AS i', [index])).rows[0].i),
    )
    expect(answers).toEqual(Array.from({ length: 200 }, (_, index) => index))
  })

  it('separates transactions of several connections', async () => {
    await db.pool.query('INSERT INTO scratch_counters VALUES (1, 0)')
    const add = async () => {
      const client = await db.pool.connect()
      try {
        await client.query('BEGIN')
        const { rows } = await client.query('SELECT total FROM scratch_counters WHERE id = 1 FOR UPDATE')
        await client.query('SELECT 1')
        await client.query('UPDATE scratch_counters SET total = $1 WHERE id = 1', [rows[0].total + 1])
        await client.query('COMMIT')
      } finally {
        client.release()
      }
    }
    await Promise.all(Array.from({ length: 30 }, add))
    expect((await db.pool.query('SELECT total FROM scratch_counters WHERE id = 1')).rows).toEqual([{ total: 30 }])
  })

  it('reports errors completely and continues', async () => {
    await db.pool.query('INSERT INTO scratch_counters VALUES (2, 0)')
    await expect(db.pool.query('INSERT INTO scratch_counters VALUES (2, 0)')).rejects.toMatchObject({
      code: '23505',
      severity: 'ERROR',
      table: 'scratch_counters',
      constraint: 'scratch_counters_pkey',
      detail: expect.stringContaining('(id)=(2)'),
    })
    await expect(db.pool.query('INSERT INTO scratch_counters VALUES (3, $1)', [5000])).rejects.toMatchObject({
      code: '23514',
    })
    await expect(db.pool.query('SELECT $1::int', ['no number'])).rejects.toMatchObject({ code: '22P02' })
    await expect(db.pool.query('SELEC 1')).rejects.toMatchObject({ code: '42601', position: '1' })
    expect((await db.pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  })

  it('reads and writes every column type in use', async () => {
    const values = {
      text: 'naïve “quoted” 😀 \\ \' "',
      many: ['a', 'b,c', '"d"'],
      json: { a: [1, null, { b: 'ü' }] },
      bytes: Buffer.from([0, 1, 254, 255]),
      at: new Date('2024-02-29T12:34:56.789Z'),
      flag: true,
      real: 0.1,
      nothing: null,
    }
    const { rows } = await db.pool.query(
      `SELECT $1::text AS text, $2::text[] AS many, $3::jsonb AS json, $4::bytea AS bytes, $5::timestamptz AS at,
        $6::boolean AS flag, $7::float8 AS real, $8::int AS nothing`,
      [values.text, values.many, JSON.stringify(values.json), values.bytes, values.at, values.flag, values.real, null],
    )
    expect(rows).toEqual([values])
  })

  it('returns rows of several megabytes', async () => {
    const { rows } = await db.pool.query("SELECT repeat('x', 3000000) AS text FROM generate_series(1, 3)")
    expect(rows.map(({ text }) => text.length)).toEqual([3_000_000, 3_000_000, 3_000_000])
  })
})
