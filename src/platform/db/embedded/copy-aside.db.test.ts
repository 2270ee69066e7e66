import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { type Database, migrate } from '../index.ts'
import { applyMigrations, readMigrations } from '../migrate.ts'
import { openEmbedded } from './open.ts'

function emptyFolder(): string {
  const path = mkdtempSync(join(tmpdir(), 'answerloom-aside-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** The program's migrations, and one of a version after it. */
async function withNext() {
  const own = await readMigrations()
  const last = '8000_next'
  return { own, last, all: [...own, { name: last, hash: last, sql: 'CREATE TABLE next (id int)' }] }
}

const keep = async (db: Database, name: string) => (await db.copyAside(name)) ?? 'nowhere'

it('a database is copied before its migration, and the copy equals the former database', async () => {
  const dataDir = emptyFolder()
  const { own, all, last } = await withNext()
  const db = await openEmbedded({ dataDir })
  await applyMigrations(db, own)
  expect(existsSync(join(dataDir, 'backups')), 'a new database has nothing to lose').toBe(false)
  await db.pool.query("CREATE TABLE kept (note text); INSERT INTO kept VALUES ('written before')")
  mkdirSync(join(dataDir, 'backups', 'before-0001_older'), { recursive: true })
  writeFileSync(join(dataDir, 'backups', 'own.tar'), 'of the operator')

  const kept = join(dataDir, 'backups', `before-${last}`)
  expect(await migrate(db, { keep, migrations: all })).toEqual({ applied: [last], kept })
  expect(readdirSync(join(dataDir, 'backups')).sort()).toEqual([`before-${last}`, 'own.tar'])
  await db.pool.query("INSERT INTO kept VALUES ('written afterwards')")
  expect(await migrate(db, { keep, migrations: all })).toEqual({ applied: [], kept: null })
  await db.close()

  const restored = emptyFolder()
  cpSync(kept, join(restored, 'pg'), { recursive: true })
  const old = await openEmbedded({ dataDir: restored })
  try {
    expect((await old.pool.query('SELECT note FROM kept')).rows).toEqual([{ note: 'written before' }])
    const { rows } = await old.pool.query('SELECT name FROM applied_migrations WHERE name = $1', [last])
    expect(rows).toEqual([])
  } finally {
    await old.close()
  }
}, 120_000)

it('a database is not migrated without space for the copy', async () => {
  const dataDir = emptyFolder()
  const { own, all, last } = await withNext()
  const db = await openEmbedded({ dataDir })
  try {
    await applyMigrations(db, own)
    writeFileSync(join(dataDir, 'backups'), 'a file where the folder should be')
    await expect(migrate(db, { keep, migrations: all })).rejects.toMatchObject({
      kind: 'unavailable',
      code: 'data_dir.no_copy',
    })
    const { rows } = await db.pool.query('SELECT count(*)::int AS n FROM applied_migrations')
    expect(rows).toEqual([{ n: own.length }])
    rmSync(join(dataDir, 'backups'))
    expect(await migrate(db, { keep, migrations: all })).toMatchObject({ applied: [last] })
  } finally {
    await db.close()
  }
}, 120_000)
