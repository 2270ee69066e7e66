// A damaged data folder: what can be read of it becomes a backup, which restores into a consistent database.
import { closeSync, cpSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readBackup } from '../platform/backup/index.ts'
import { loadConfig } from '../platform/config/index.ts'
import { openDatabase } from '../platform/db/index.ts'
import { silentLogger } from '../platform/log/index.ts'
import { restore } from './backup.ts'
import { openCore } from './core.ts'
import { openConfigured } from './database.ts'
import { readSalvageArguments, salvageData } from './salvage.ts'

const PAGE = 8192

let dir: string
const configOf = (name: string, env: Record<string, string> = {}) =>
  loadConfig({ DATA_DIR: join(dir, name), SEMANTIC: 'off', ...env })
/** FAQs before the damage, and where their table is below `pg`. */
let faqs: number
let file: string

async function countIn(name: string, sql: string): Promise<number> {
  const db = await openDatabase({ dataDir: join(dir, name) })
  try {
    return Number((await db.pool.query<{ n: string }>(sql)).rows[0]?.n)
  } finally {
    await db.close()
  }
}

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'salvage-'))
  const config = configOf('damaged')
  const db = await openConfigured(config, silentLogger)
  const core = await openCore({ config, log: silentLogger, db, work: false })
  await core.storage.put('kept/file.txt', Buffer.from('kept'), { contentType: 'text/plain' })
  const { rows } = await db.pool.query<{ n: string; path: string }>(
    "SELECT count(*)::text AS n, pg_relation_filepath('faqs') AS path FROM faqs",
  )
  faqs = Number(rows[0]?.n)
  file = join(config.dataDir, 'pg', rows[0]?.path ?? '')
  await db.pool.query('CHECKPOINT')
  await core.close()
}, 300_000)
afterAll(() => rmSync(dir, { recursive: true, force: true }))

function removeLog(cluster: string): void {
  const log = join(cluster, 'pg_wal')
  for (const name of readdirSync(log)) if (/^[\dA-F]{24}$/.test(name)) rmSync(join(log, name))
}

it('a lost log and a damaged control file cost no row that a checkpoint has written', async () => {
  const config = configOf('without log')
  cpSync(join(dir, 'damaged'), config.dataDir, { recursive: true })
  removeLog(join(config.dataDir, 'pg'))
  const control = openSync(join(config.dataDir, 'pg', 'global', 'pg_control'), 'r+')
  writeSync(control, Buffer.alloc(40, 7), 0, 40, 60)
  closeSync(control)

  const to = join(dir, 'without-log.jsonl.gz')
  expect(await salvageData(config, { to })).toMatchObject({ lost: [], log_lost: true, files: 1, unreadable_files: [] })
  expect(readdirSync(join(config.dataDir, 'backups'))).toEqual([])
  const checked = await readBackup(to)
  await restore({ config: configOf('with new log'), log: silentLogger, from: to, checked })
  expect(await countIn('with new log', 'SELECT count(*)::text AS n FROM faqs')).toBe(faqs)
}, 600_000)

it('a folder that cannot be opened with a new log either is refused, with the way back', async () => {
  const config = configOf('without catalog')
  cpSync(join(dir, 'damaged'), config.dataDir, { recursive: true })
  removeLog(join(config.dataDir, 'pg'))
  rmSync(join(config.dataDir, 'pg', 'base'), { recursive: true })
  await expect(salvageData(config, { to: null })).rejects.toMatchObject({
    code: 'database.damaged',
    message: expect.stringContaining(`Nothing can be exported from ${join(config.dataDir, 'pg')}`),
  })
  expect(readdirSync(join(config.dataDir, 'backups'))).toEqual([])
}, 600_000)

it('every row on undamaged pages is restored, and no reference leads nowhere', async () => {
  const pages = readFileSync(file).length / PAGE
  expect(pages).toBeGreaterThan(1)
  const descriptor = openSync(file, 'r+')
  writeSync(descriptor, Buffer.alloc(40, 7), 0, 40, 4000)
  closeSync(descriptor)
  const before = readFileSync(file)

  const config = configOf('damaged')
  const to = join(dir, 'salvaged.jsonl.gz')
  const salvaged = await salvageData(config, { to })
  expect(salvaged).toMatchObject({
    path: to,
    files: 1,
    lost: [{ table: 'faqs', pages: 1, rows: 0 }],
    log_lost: false,
    unreadable_files: [],
  })
  expect(readFileSync(file).equals(before)).toBe(true)
  expect(readdirSync(join(config.dataDir, 'backups'))).toEqual([])

  const checked = await readBackup(to)
  expect(checked.counts.rows).toBe(salvaged.rows)
  await restore({ config: configOf('restored'), log: silentLogger, from: to, checked })
  const left = await countIn('restored', 'SELECT count(*)::text AS n FROM faqs')
  expect(left).toBeGreaterThan(0)
  expect(left).toBeLessThan(faqs)
  const dangling = `SELECT count(*)::text AS n FROM search_entries e
    WHERE e.kind = 'faq' AND NOT EXISTS (SELECT 1 FROM faqs f WHERE f.id = e.source_id)`
  expect(await countIn('restored', dangling)).toBe(0)
  const forced = 'SELECT count(*)::text AS n FROM pg_class WHERE relforcerowsecurity'
  const keys = "SELECT count(*)::text AS n FROM pg_constraint WHERE contype = 'f' AND convalidated"
  for (const sql of [forced, keys]) expect(await countIn('restored', sql)).toBe(await countIn('damaged', sql))
}, 600_000)

it('a folder in use, and a server, are refused', async () => {
  const db = await openDatabase({ dataDir: join(dir, 'damaged') })
  try {
    await expect(salvageData(configOf('damaged'), { to: null })).rejects.toMatchObject({ code: 'data_dir.locked' })
  } finally {
    await db.close()
  }
  const onServer = configOf('damaged', { DATABASE_URL: 'postgres://127.0.0.1:9/none' })
  await expect(salvageData(onServer, { to: null })).rejects.toMatchObject({ code: 'salvage.server' })
})

it('reads its words only where they are meant', () => {
  expect(readSalvageArguments(['--repair'])).toBeNull()
  expect(readSalvageArguments(['--salvage', '--to', '/tmp/a.gz'])).toEqual({ to: '/tmp/a.gz' })
  expect(() => readSalvageArguments(['--salvage', '--repair'])).toThrow()
})
