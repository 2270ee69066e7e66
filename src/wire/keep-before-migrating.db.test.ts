import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { testDatabase, testDatabaseKind } from '../../tests/support/database/database.ts'
import { newId } from '../kernel/ids.ts'
import { readBackup, restoreBackup } from '../platform/backup/index.ts'
import { type Database, migrate } from '../platform/db/index.ts'
import { applyMigrations, type Migration, readMigrations } from '../platform/db/migrate.ts'
import { localStorage } from '../platform/storage/index.ts'
import { keepBeforeMigrating } from './keep-before-migrating.ts'

let all: Migration[]
const last = '8000_next'
let dataDir: string
beforeEach(async () => {
  all = [...(await readMigrations()), { name: last, hash: last, sql: 'ALTER TABLE users ADD COLUMN next text' }]
  dataDir = mkdtempSync(join(tmpdir(), 'kept-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
})

const keep = (db: Database, name: string) => keepBeforeMigrating({ dataDir, secretKey: 'k'.repeat(32) }, db, name)

/** A database that nothing was ever applied to. */
async function untouched(): Promise<Database> {
  const db = await testDatabase()
  await db.pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public; GRANT USAGE ON SCHEMA public TO PUBLIC')
  return db
}

/** A database of the previous version with content. */
async function ofTheVersionBefore(): Promise<Database> {
  const db = await untouched()
  await applyMigrations(db, all.slice(0, -1))
  await db.pool.query("INSERT INTO users (id, name, email) VALUES ($1, 'Ada', 'ada@example.test')", [newId()])
  return db
}

const applied = async (db: Database) =>
  (await db.pool.query<{ name: string }>('SELECT name FROM applied_migrations ORDER BY name')).rows.map(
    ({ name }) => name,
  )

it('a database is copied once for many simultaneous starts, and can be restored exactly', async () => {
  const db = await ofTheVersionBefore()
  const folder = join(dataDir, 'backups')
  mkdirSync(folder)
  for (const name of ['before-0001_older.jsonl.gz', 'own.jsonl.gz']) writeFileSync(join(folder, name), '')

  const starts = Array.from({ length: testDatabaseKind === 'postgres' ? 3 : 1 }, () =>
    migrate(db, { keep, migrations: all }),
  )
  const done = await Promise.all(starts)
  const kept = join(folder, `before-${last}.jsonl.gz`)
  expect(done.flatMap((one) => one.applied)).toEqual([last])
  expect(done.flatMap((one) => one.kept ?? [])).toEqual([kept])
  expect(readdirSync(folder).sort()).toEqual([`before-${last}.jsonl.gz`, 'own.jsonl.gz'])
  expect(await migrate(db, { keep, migrations: all })).toEqual({ applied: [], kept: null })

  const before = all.slice(0, -1).map(({ name }) => name)
  expect((await readBackup(kept)).header.migrations).toEqual(before)
  const restored = await untouched()
  const storage = localStorage(join(dataDir, 'files'))
  await storage.put('stays', Buffer.from('a file'), { contentType: 'text/plain' })
  await restoreBackup({ db: restored, storage, path: kept })
  expect(await storage.stat('stays')).not.toBeNull()
  expect(await applied(restored)).toEqual(before)
  expect((await restored.pool.query('SELECT name, email FROM users')).rows).toEqual([
    { name: 'Ada', email: 'ada@example.test' },
  ])
})

it('a new database is not copied', async () => {
  expect(await migrate(await untouched(), { keep, migrations: all })).toEqual({
    applied: all.map(({ name }) => name),
    kept: null,
  })
  expect(readdirSync(dataDir)).toEqual([])
})

it('a database is not migrated without space for the copy', async () => {
  const db = await ofTheVersionBefore()
  writeFileSync(join(dataDir, 'backups'), 'a file where the folder should be')
  await expect(migrate(db, { keep, migrations: all })).rejects.toMatchObject({
    kind: 'unavailable',
    code: 'data_dir.no_copy',
  })
  expect(await applied(db)).not.toContain(last)
  rmSync(join(dataDir, 'backups'))
  expect(await migrate(db, { keep, migrations: all })).toMatchObject({ applied: [last], kept: expect.any(String) })
})
