import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import pg from 'pg'
import { AppError } from '../../kernel/app-error.ts'
import { type Database, mapDatabaseError } from '../db/index.ts'
import type { QueueReader, WaitingJob } from '../jobs/index.ts'
import type { FileStorage } from '../storage/index.ts'
import { type BackupCounts, type BackupHeader, FORMAT, FORMAT_VERSION, printLine } from './backup-lines.ts'
import { seal } from './sealing.ts'

/** Rows fetched at once: as many as are in memory. */
const FETCH = 500

export interface BackupParts {
  db: Database
  jobs: { waiting(reader: QueueReader): Promise<WaitingJob[]> }
  /** Null leaves the files out. */
  storage: FileStorage | null
  /** Tables that are made again of the others, or that mean nothing elsewhere. */
  leaveOut: readonly string[]
  notes: Record<string, string>
  /** Encrypts the file. */
  key?: string | null
}

export interface BackupSummary extends BackupCounts {
  path: string
  /** Size of the file. */
  bytes: number
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

/** The program's tables, in the order of their names, and which of their columns are JSON. */
export const TABLES = `
  select c.relname as name, array(
    select a.attname::text from pg_attribute a
    where a.attrelid = c.oid and a.atttypid = 'jsonb'::regtype and a.attnum > 0 and not a.attisdropped
    order by a.attnum) as json_columns
  from pg_class c
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'applied_migrations'
  order by 1`

/**
 * Writes everything that is kept into one file, also while the program runs: rows as they were at one moment, and every
 * file that they name.
 * @throws conflict `backup.exists` when there is a file already
 */
export async function writeBackup(parts: BackupParts, path: string): Promise<BackupSummary> {
  const counts: BackupCounts = { tables: 0, rows: 0, jobs: 0, files: 0 }
  const bytes = await writeLines(path, linesOf(parts, counts), parts.key ?? null)
  return { path, bytes, ...counts }
}

/**
 * Writes the lines of a backup into a file, encrypted where there is a key. The file is there when it is whole, readable
 * by its owner alone, or not at all. Returns its size. Throws conflict `backup.exists`.
 */
export async function writeLines(path: string, lines: AsyncGenerator<string>, key: string | null): Promise<number> {
  await mkdir(dirname(path), { recursive: true })
  if (await stat(path).catch(() => null))
    throw new AppError('conflict', 'backup.exists', `${path} exists already. Choose another name.`)
  // Two that are given the same name must not write into each other.
  const unfinished = `${path}.${randomUUID()}.unfinished`
  try {
    const text = Readable.from(lines, { objectMode: false, highWaterMark: 1 << 20 })
    const target = createWriteStream(unfinished, { mode: 0o600, flags: 'wx' })
    const zip = createGzip({ level: 6 })
    if (key) await pipeline(text, zip, (source: AsyncIterable<Buffer>) => seal(source, key), target)
    else await pipeline(text, zip, target)
    const file = await open(unfinished, 'r+')
    await file.sync().finally(() => file.close())
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return (await stat(path)).size
}

async function* linesOf(parts: BackupParts, counts: BackupCounts): AsyncGenerator<string> {
  yield* rowsOf(parts, counts)
  // A file is written before the row that names it: those of all rows above are there by now, or were deleted since.
  if (parts.storage) yield* filesOf(parts.storage, counts)
  yield printLine({ kind: 'end', counts })
}

export interface Table {
  name: string
  json_columns: string[]
}

/** JSON values are wrapped in a list: otherwise a JSON null and an SQL null would look the same. */
export const rowOf = (jsonColumns: string[]): string =>
  [
    'to_jsonb(t)',
    ...jsonColumns.map(
      (name) =>
        `jsonb_build_object(${pg.escapeLiteral(name)}, CASE WHEN t.${quoted(name)} IS NOT NULL THEN jsonb_build_array(t.${quoted(name)}) END)`,
    ),
  ].join(' || ')

async function* rowsOf({ db, jobs, leaveOut, notes }: BackupParts, counts: BackupCounts): AsyncGenerator<string> {
  const client = await db.backgroundPool.connect()
  let broken: Error | undefined
  try {
    // Every table as it was at the first statement.
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0')
    const migrations = await client.query<{ name: string }>('SELECT name FROM applied_migrations ORDER BY 1')
    const tables = await client.query<Table>(TABLES)
    // Jobs are read in the same snapshot as the rows, so each pending task is either among the jobs or done in the
    // rows.
    const waiting = await jobs.waiting(client)
    await client.query("SET LOCAL ROLE answerloom_system; SET LOCAL TimeZone = 'UTC'")
    const header: BackupHeader = {
      format: FORMAT,
      version: FORMAT_VERSION,
      made_at: new Date().toISOString(),
      migrations: migrations.rows.map(({ name }) => name),
      notes,
    }
    yield printLine({ kind: 'header', header })
    for (const { name, json_columns } of tables.rows) {
      if (leaveOut.includes(name)) continue
      counts.tables++
      yield printLine({ kind: 'table', name })
      await client.query(
        `DECLARE backup_rows NO SCROLL CURSOR FOR SELECT (${rowOf(json_columns)})::text AS json FROM ${quoted(name)} t`,
      )
      for (;;) {
        const { rows } = await client.query<{ json: string }>(`FETCH ${FETCH} FROM backup_rows`)
        counts.rows += rows.length
        if (rows.length > 0) yield rows.map(({ json }) => printLine({ kind: 'row', json })).join('')
        if (rows.length < FETCH) break
      }
      await client.query('CLOSE backup_rows')
    }
    for (const job of waiting) {
      counts.jobs++
      yield printLine({ kind: 'job', job })
    }
    await client.query('COMMIT')
  } catch (error) {
    broken = error as Error
    throw mapDatabaseError(error)
  } finally {
    // A connection with something left open is closed, also where the reader went away.
    client.release(broken ?? (await client.query('ROLLBACK').catch((error: Error) => error)) instanceof Error)
  }
}

async function* filesOf(storage: FileStorage, counts: BackupCounts): AsyncGenerator<string> {
  for await (const key of storage.list('')) {
    const found = await storage.stat(key)
    if (!found) continue
    counts.files++
    yield printLine({ kind: 'file', key, contentType: found.contentType })
    for await (const piece of storage.get(key)) yield printLine({ kind: 'bytes', bytes: piece as Buffer })
  }
}
