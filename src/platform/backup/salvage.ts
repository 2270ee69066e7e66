import { constants, existsSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { AppError } from '../../kernel/app-error.ts'
import { type Database, openDatabase, renewLog } from '../db/index.ts'
import { allWaitingJobs } from '../jobs/index.ts'
import type { FileStorage } from '../storage/index.ts'
import { type BackupCounts, type BackupHeader, FORMAT, FORMAT_VERSION, printLine } from './backup-lines.ts'
import { rowOf, TABLES, type Table, writeLines } from './write-backup.ts'

/** Prefix of the folder with the copy that is read. */
const SCRATCH = '.salvage-'
/** Pages read at once, of 8 KB. */
const PAGES = 64
const PAGE_BYTES = 8192
const POSTGRES_VERSION = '18'

export interface SalvageOptions {
  /** Its database and files are read and never changed. No server may run on it. */
  dataDir: string
  storage: FileStorage
  leaveOut: readonly string[]
  notes: Record<string, string>
  key: string | null
}

/** Losses of one table. */
export interface Loss {
  table: string
  /** Pages of 8 KB, with every row on them. */
  pages: number
  /** Rows on readable pages, whose long values cannot be read. */
  rows: number
}

export interface Salvaged extends BackupCounts {
  path: string
  bytes: number
  lost: Loss[]
  /** True if the log or the control file is damaged: changes since the last checkpoint may be missing. */
  log_lost: boolean
  unreadable_files: string[]
}

/**
 * Writes a backup of what can still be read of a damaged embedded database: each page and row on its own, from a copy.
 * Restoring it leaves out rows whose references are lost. Throws conflict `backup.exists`, and unavailable
 * `database.damaged` when the cluster cannot be opened, even with a new log and control file.
 */
export async function salvage(options: SalvageOptions, path: string): Promise<Salvaged> {
  const { dataDir } = options
  const folder = join(dataDir, 'backups')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  // A process that was killed leaves its copy behind.
  for (const name of await readdir(folder))
    if (name.startsWith(SCRATCH)) await rm(join(folder, name), { recursive: true, force: true })
  const scratch = await mkdtemp(join(folder, SCRATCH))
  const result: Omit<Salvaged, 'path' | 'bytes'> = {
    ...{ tables: 0, rows: 0, jobs: 0, files: 0 },
    lost: [],
    log_lost: false,
    unreadable_files: [],
  }
  try {
    await copyReadable(join(dataDir, 'pg'), join(scratch, 'pg'), result.unreadable_files)
    // Without this file the copy would be taken for an empty folder.
    const version = join(scratch, 'pg', 'PG_VERSION')
    if (!existsSync(version)) writeFileSync(version, `${POSTGRES_VERSION}\n`)
    const db = await openDatabase({ dataDir: scratch }).catch(async (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'database.damaged') throw error
      result.log_lost = true
      return openWithNewLog(scratch).catch((cause: unknown) => {
        throw beyondSalvage(dataDir, cause)
      })
    })
    try {
      const bytes = await db.withoutStatementLimit(() =>
        writeLines(path, linesOf(db.pool, options, result), options.key),
      )
      return { path, bytes, ...result }
    } finally {
      await db.close()
    }
  } finally {
    await rm(scratch, { recursive: true, force: true })
  }
}

/** The new cluster beside it is made by this program, so its settings are the same. */
async function openWithNewLog(scratch: string): Promise<Database> {
  const model = join(scratch, 'model')
  await (await openDatabase({ dataDir: model })).close()
  renewLog(join(scratch, 'pg'), join(model, 'pg'))
  return openDatabase({ dataDir: scratch })
}

function beyondSalvage(dataDir: string, cause: unknown): AppError {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new AppError(
    'unavailable',
    'database.damaged',
    `Nothing can be exported from ${join(dataDir, 'pg')}: it cannot be opened, even with a new log and control file. Restore a backup into an empty folder (npm run restore -- --from FILE), or put the newest copy of ${join(dataDir, 'backups')} in its place. (${reason})`,
    { cause },
  )
}

async function copyReadable(from: string, to: string, unreadable: string[]): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const source = join(from, entry.name)
    if (entry.isDirectory()) await copyReadable(source, join(to, entry.name), unreadable)
    else if (entry.isFile())
      await copyFile(source, join(to, entry.name), constants.COPYFILE_FICLONE).catch(() => unreadable.push(source))
  }
}

async function* linesOf(
  pool: pg.Pool,
  { storage, leaveOut, notes }: SalvageOptions,
  result: Omit<Salvaged, 'path' | 'bytes'>,
): AsyncGenerator<string> {
  const migrations = await pool.query<{ name: string }>('SELECT name FROM applied_migrations ORDER BY 1')
  const { rows: tables } = await pool.query<Table>(TABLES)
  const header: BackupHeader = {
    format: FORMAT,
    version: FORMAT_VERSION,
    made_at: new Date().toISOString(),
    migrations: migrations.rows.map(({ name }) => name),
    notes: { ...notes, salvaged: 'yes' },
  }
  yield printLine({ kind: 'header', header })
  for (const table of tables) {
    if (leaveOut.includes(table.name)) continue
    result.tables++
    yield printLine({ kind: 'table', name: table.name })
    const loss: Loss = { table: table.name, pages: 0, rows: 0 }
    for await (const rows of readableRows(pool, table, loss)) {
      result.rows += rows.length
      yield rows.map((json) => printLine({ kind: 'row', json })).join('')
    }
    if (loss.pages + loss.rows > 0) result.lost.push(loss)
  }
  const jobs = await allWaitingJobs(pool).catch(() => [])
  for (const job of jobs) yield printLine({ kind: 'job', job })
  result.jobs = jobs.length
  for await (const key of storage.list('')) {
    const found = await storage.stat(key)
    // Read before it is written: a file that breaks off must not be in the backup.
    const pieces = await Array.fromAsync(storage.get(key) as AsyncIterable<Buffer>).catch(() => null)
    if (!found || !pieces) {
      result.unreadable_files.push(key)
      continue
    }
    result.files++
    yield printLine({ kind: 'file', key, contentType: found.contentType })
    yield pieces.map((bytes) => printLine({ kind: 'bytes', bytes })).join('')
  }
  const { tables: tableCount, rows, files } = result
  yield printLine({ kind: 'end', counts: { tables: tableCount, rows, jobs: jobs.length, files } })
}

/** Reads by page, since an index may be damaged as well. */
const BY_PAGE =
  "SET LOCAL TimeZone = 'UTC'; SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off"

/** Rows of a table as JSON texts, and in `loss` what cannot be read of it. */
async function* readableRows(pool: pg.Pool, table: Table, loss: Loss): AsyncGenerator<string[]> {
  const name = `"${table.name.replaceAll('"', '""')}"`
  // Several statements in one message are one transaction, with which the settings end.
  const select = async (columns: string, condition: string): Promise<string[]> => {
    const results = await pool.query(`${BY_PAGE}; SELECT ${columns} AS found FROM ${name} t WHERE ${condition}`)
    return (results as unknown as pg.QueryResult<{ found: string }>[]).at(-1)?.rows.map(({ found }) => found) ?? []
  }
  const row = `(${rowOf(table.json_columns)})::text`

  async function* inPages(from: number, to: number): AsyncGenerator<string[]> {
    const pages = `t.ctid >= '(${from},0)' AND t.ctid < '(${to},0)'`
    const found = await select(row, pages).catch(() => null)
    if (found) {
      yield found
      return
    }
    if (to - from > 1) {
      const middle = Math.floor((from + to) / 2)
      yield* inPages(from, middle)
      yield* inPages(middle, to)
      return
    }
    const places = await select('t.ctid::text', pages).catch(() => null)
    if (!places) loss.pages++
    for (const place of places ?? []) {
      const one = await select(row, `t.ctid = '${place}'`).catch(() => null)
      if (one) yield one
      else loss.rows++
    }
  }

  const { rows } = await pool.query<{ bytes: string }>(`SELECT pg_relation_size($1::regclass)::text AS bytes`, [name])
  const pages = Math.ceil(Number(rows[0]?.bytes ?? 0) / PAGE_BYTES)
  for (let from = 0; from < pages; from += PAGES) yield* inPages(from, Math.min(from + PAGES, pages))
}

/** Refuses a server's database. Throws invalid `salvage.server`. */
export function assertEmbedded(databaseUrl: string | null): void {
  if (databaseUrl !== null)
    throw new AppError(
      'invalid',
      'salvage.server',
      'Only the embedded database can be salvaged. PostgreSQL has its own tools, such as zero_damaged_pages.',
    )
}
