import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase, testDatabaseKind, testPostgresUrl } from '../../../tests/support/database/database.ts'
import { type Database, migrate, openDatabase } from './index.ts'
import { applyMigrations, type Migration, readMigrations } from './migrate.ts'

let db: Database
let own: Migration[]

const added = (name: string, sql: string): Migration => ({ name, sql, hash: name })

beforeEach(async () => {
  db = await testDatabase()
  own = await readMigrations()
})

describe('migrating', () => {
  it('was done in the template, and does nothing the second time', async () => {
    expect(await migrate(db)).toEqual({ applied: [], kept: null })
    const { rows } = await db.pool.query('SELECT name FROM applied_migrations ORDER BY name')
    expect(rows.map(({ name }) => name)).toEqual(own.map(({ name }) => name))
  })

  it('applies new migrations in order, with several statements per file', async () => {
    const first = added(
      '8000_first',
      'CREATE TABLE scratch_a (id int);\n--> statement-breakpoint\nINSERT INTO scratch_a VALUES (1);',
    )
    const second = added('8001_second', 'INSERT INTO scratch_a SELECT id + 1 FROM scratch_a')
    expect(await applyMigrations(db, [...own, first, second])).toEqual({ applied: ['8000_first', '8001_second'] })
    expect((await db.pool.query('SELECT id FROM scratch_a ORDER BY id')).rows).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('changes nothing when one of them fails, and can be repeated', async () => {
    const good = added('8000_good', 'CREATE TABLE scratch_b (id int)')
    const bad = added('8001_bad', 'CREATE TABLE scratch_c (id int); SELECT 1/0')
    await expect(applyMigrations(db, [...own, good, bad])).rejects.toThrow(/8001_bad.*division by zero/)
    expect((await db.pool.query("SELECT to_regclass('scratch_b') AS b, to_regclass('scratch_c') AS c")).rows).toEqual([
      { b: null, c: null },
    ])
    expect(await applyMigrations(db, [...own, good])).toEqual({ applied: ['8000_good'] })
  })

  it('refuses a database newer than the code', async () => {
    await applyMigrations(db, [...own, added('9999_future', 'SELECT 1')])
    await expect(migrate(db)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'database.newer',
      message: expect.stringContaining('9999_future'),
    })
  })

  it('distinguishes a database of another branch from a newer one', async () => {
    const newest = own.at(-1)?.name ?? ''
    const foreign = `${newest.slice(0, 4)}_of_another_branch`
    await applyMigrations(db, [...own, added(foreign, 'SELECT 1')])
    await expect(migrate(db)).rejects.toMatchObject({
      kind: 'conflict',
      code: 'database.diverged',
      message: expect.stringContaining(`another branch of this program: it has the migration ${foreign}`),
    })
  })

  it('happens once when several processes start at the same time', async () => {
    const once = added('8000_once', 'CREATE TABLE scratch_d (id int)')
    const results = await Promise.all([1, 2, 3].map(() => applyMigrations(db, [...own, once])))
    expect(results.flatMap(({ applied }) => applied)).toEqual(['8000_once'])
  })
})

if (testDatabaseKind === 'postgres') {
  describe('a PostgreSQL server', () => {
    it('is reported as unavailable when it cannot be reached', async () => {
      const opening = openDatabase({ databaseUrl: 'postgres://nobody@127.0.0.1:1/none', dataDir: '' })
      await expect(opening).rejects.toMatchObject({ kind: 'unavailable', code: 'database.unavailable' })
    })

    it('serves requests while a migration waits', async () => {
      await db.pool.query('CREATE TABLE scratch_busy (id int)')
      const reader = await db.pool.connect()
      await reader.query('BEGIN; SELECT * FROM scratch_busy')
      const more = added('8000_more', 'ALTER TABLE scratch_busy ADD COLUMN note text')
      let over = false
      const applying = applyMigrations(db, [...own, more], { lockWaitMs: 100 }).finally(() => {
        over = true
      })
      const waiting = () =>
        db.pool.query(
          "SELECT FROM pg_locks WHERE relation = 'scratch_busy'::regclass AND mode = 'AccessExclusiveLock' AND NOT granted",
        )
      await expect.poll(async () => (await waiting()).rowCount, { timeout: 10_000 }).toBe(1)
      // Waits behind the migration until that yields.
      expect((await db.pool.query('SELECT * FROM scratch_busy')).rows).toEqual([])
      expect(over).toBe(false)
      await reader.query('COMMIT')
      reader.release()
      expect(await applying).toEqual({ applied: ['8000_more'] })
    })

    it('is used again without a restart after it dropped every connection', async () => {
      const databaseUrl = await testPostgresUrl()
      const victim = await openDatabase({ databaseUrl, dataDir: '' })
      const name = new URL(databaseUrl).pathname.slice(1)
      await Promise.all(Array.from({ length: 5 }, () => victim.pool.query('SELECT 1')))
      await db.pool.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
      await expect
        .poll(() =>
          victim.pool.query('SELECT 1 AS one').then(
            ({ rows }) => rows,
            () => [],
          ),
        )
        .toEqual([{ one: 1 }])
      await victim.close()
    })
  })
}
