import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../tests/support/app/test-app.ts'
import { atEnd, testDatabase } from '../../../tests/support/database/database.ts'
import { backUp } from '../../wire/backup.ts'
import { openEmbedded } from '../db/embedded/open.ts'
import { migrate } from '../db/index.ts'
import { applyMigrations, readMigrations } from '../db/migrate.ts'
import { localStorage } from '../storage/index.ts'
import { readBackup, restoreBackup } from './index.ts'

let app: TestApp
let dir: string
let path: string
beforeAll(async () => {
  app = await createTestApp({ BILLING: 'off' })
  await app.tenant('Woven')
  // The two kinds of nothing: `shortfall` is JSON's, `passing` no value at all.
  await app.rows(`insert into answer_tests (workspace_id, id, question, shortfall)
    select id, id, 'Nothing?', 'null' from workspaces limit 1`)
  await app.tenant('Knitted')
  dir = await mkdtemp(join(tmpdir(), 'backup-'))
  atEnd(() => rm(dir, { recursive: true }))
  path = join(dir, 'made', 'all.jsonl.gz')
})

/** Everything in a database, row for row, as text. */
async function contentOf(db: TestApp['core']['db']): Promise<Record<string, string[]>> {
  const client = await db.pool.connect()
  try {
    await client.query(`begin; set local role answerloom_system; set local timezone = 'UTC'`)
    const { rows } = await client.query<{ name: string }>(
      `select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r'
       and relname not in ('applied_migrations', 'rate_limits', 'search_changes', 'entry_embeddings', 'served_embeddings')`,
    )
    const content: Record<string, string[]> = {}
    for (const { name } of rows) {
      const found = await client.query<{ row: string }>(`select t::text as row from "${name}" t order by 1`)
      if (found.rows.length > 0) content[name] = found.rows.map(({ row }) => row)
    }
    await client.query('commit')
    return content
  } finally {
    client.release()
  }
}

/** Migrated, and without a row. */
const empty = testDatabase
let untouched: TestApp['core']['db']
beforeAll(async () => {
  untouched = await empty()
})

it('a backup of a running installation is restored row for row and byte for byte', async () => {
  const summary = await backUp(app.core, { to: path, files: true })
  expect(summary).toMatchObject({ path, files: 2 })
  expect(summary.jobs).toBeGreaterThan(0)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  expect(await readdir(join(dir, 'made'))).toEqual(['all.jsonl.gz'])
  await expect(backUp(app.core, { to: path, files: true })).rejects.toMatchObject({ code: 'backup.exists' })

  const db = await empty()
  const storage = localStorage(join(dir, 'files'))
  const { counts, jobs, header } = await restoreBackup({ db, storage, path })
  const before = await contentOf(app.core.db)
  expect(Object.keys(before).length).toBeGreaterThan(15)
  expect(await contentOf(db)).toEqual(before)
  expect(counts.rows).toBe(Object.values(before).reduce((sum, rows) => sum + rows.length, 0))
  expect(header.notes.secret_key).toMatch(/^.{16}$/)
  expect(jobs.map(({ name }) => name)).toContain('knowledge.read-document')

  const keys = await Array.fromAsync(app.core.storage.list(''))
  expect(await Array.fromAsync(storage.list(''))).toEqual(keys)
  for (const key of keys) {
    expect(await buffer(storage.get(key))).toEqual(await buffer(app.core.storage.get(key)))
    expect((await storage.stat(key))?.contentType).toBe((await app.core.storage.stat(key))?.contentType)
  }

  // References are restored, and sequences continue after the last value.
  const links = `select count(*)::int as n from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and convalidated`
  expect((await db.pool.query(links)).rows).toEqual((await app.core.db.pool.query(links)).rows)
  const { rows } = await db.pool.query(`select nextval('search_entries_entry_no_seq')::int as next`)
  const [last] = (await app.rows('select max(entry_no)::int as last from search_entries')) as { last: number }[]
  expect(rows[0].next).toBe((last?.last ?? 0) + 1)
})

it('a backup is never written over existing files', async () => {
  const used = await testDatabase()
  await used.pool.query(`insert into instance_state (key, value) values ('kept', '1')`)
  await expect(restoreBackup({ db: used, storage: localStorage(join(dir, 'other')), path })).rejects.toMatchObject({
    code: 'restore.not_empty',
  })
  const storage = localStorage(join(dir, 'taken'))
  await storage.put('a', Buffer.from('a'), { contentType: 'text/plain' })
  await expect(restoreBackup({ db: untouched, storage, path })).rejects.toMatchObject({ code: 'restore.not_empty' })
  expect(await contentOf(untouched)).toEqual({})
})

it('a backup is made without files on request', async () => {
  const bare = join(dir, 'bare.jsonl.gz')
  expect(await backUp(app.core, { to: bare, files: false })).toMatchObject({ files: 0 })
  expect((await readBackup(bare)).counts.rows).toBeGreaterThan(0)
  expect(gunzipSync(await readFile(bare)).toString()).not.toContain('"file":')
})

it.each([
  ['cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 200)],
  [
    'cut off between lines',
    (bytes: Buffer) => gzipSync(gunzipSync(bytes).toString().split('\n').slice(0, 40).join('\n')),
  ],
  [
    'without a row',
    (bytes: Buffer) =>
      gzipSync(
        gunzipSync(bytes)
          .toString()
          .replace(/\{"r":.*\n/, ''),
      ),
  ],
  ['of another format', () => gzipSync('{"some":"lines"}\n')],
  ['not a gzip file', () => Buffer.from('hello')],
  ['empty', () => Buffer.alloc(0)],
])('a backup that is %s is refused before anything is written', async (name, damage) => {
  const broken = join(dir, `${name.replaceAll(' ', '-')}.gz`)
  await writeFile(broken, damage(await readFile(path)))
  const storage = localStorage(join(dir, 'never'))
  await expect(restoreBackup({ db: untouched, storage, path: broken })).rejects.toMatchObject({ code: 'backup.broken' })
  expect(await contentOf(untouched)).toEqual({})
  expect(await Array.fromAsync(storage.list(''))).toEqual([])
})

it('a backup of a newer program is refused', async () => {
  const newer = join(dir, 'newer.gz')
  const text = gunzipSync(await readFile(path)).toString()
  const write = (change: (text: string) => string) => writeFile(newer, gzipSync(change(text)))
  await write((all) => all.replace('"version":1', '"version":2'))
  const storage = localStorage(join(dir, 'n'))
  await expect(restoreBackup({ db: untouched, storage, path: newer })).rejects.toMatchObject({ code: 'backup.newer' })
  await write((all) => all.replace('"migrations":[', '"migrations":["9999_later",'))
  await expect(restoreBackup({ db: untouched, storage, path: newer })).rejects.toMatchObject({ code: 'database.newer' })
})

it('a backup of an older program is migrated, in a database that no newer program has used', async () => {
  const own = await readMigrations()
  const later = [...own, { name: '8000_later', hash: 'later', sql: 'ALTER TABLE faqs ADD COLUMN later text' }]
  const storage = localStorage(join(dir, 'older'))
  const used = await openEmbedded({ dataDir: null })
  atEnd(() => used.close())
  await applyMigrations(used, later)
  await expect(restoreBackup({ db: used, storage, path })).rejects.toMatchObject({ code: 'restore.not_empty' })

  const db = await openEmbedded({ dataDir: null })
  atEnd(() => db.close())
  await restoreBackup({ db, storage, path })
  expect((await applyMigrations(db, later)).applied).toEqual(['8000_later'])
  const [restored, original] = [await contentOf(db), await contentOf(app.core.db)]
  for (const table of ['users', 'workspaces', 'search_entries']) expect(restored[table]).toEqual(original[table])
})

it('a backup of one kind of database is restored to the other, if that was never used', async () => {
  const db = await openEmbedded({ dataDir: null })
  atEnd(() => db.close())
  await restoreBackup({ db, storage: localStorage(join(dir, 'new')), path })
  expect(await contentOf(db)).toEqual(await contentOf(app.core.db))
  expect((await migrate(db)).applied).toEqual([])
})
