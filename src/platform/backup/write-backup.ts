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
import { BACKUP_FORMAT, type BackupCounts, type BackupHeader, FORMAT_VERSION, printLine } from './backup-lines.ts'
import { seal } from './sealing.ts'

/** Rows fetched at once: as many as are in memory. */
const ROWS_PER_FETCH = 500

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

const quoteIdentifier = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`

/** The program's tables, in the order of their names, and which of their columns are JSON. */
export const TABLES_QUERY = `
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
export async function writeBackup(backupParts: BackupParts, backupPath: string): Promise<BackupSummary> {
  const backupCounts: BackupCounts = { tables: 0, rows: 0, jobs: 0, files: 0 }
  const writtenBytes = await writeLines(backupPath, linesOf(backupParts, backupCounts), backupParts.key ?? null)
  return { path: backupPath, bytes: writtenBytes, ...backupCounts }
}

/**
 * Writes the lines of a backup into a file, encrypted where there is a key. The file is there when it is whole, readable
 * by its owner alone, or not at all. Returns its size. Throws conflict `backup.exists`.
 */
export async function writeLines(
  backupPath: string,
  backupLines: AsyncGenerator<string>,
  backupKey: string | null,
): Promise<number> {
  await mkdir(dirname(backupPath), { recursive: true })
  if (await stat(backupPath).catch(() => null))
    throw new AppError('conflict', 'backup.exists', `${backupPath} exists already. Choose another name.`)
  // Two that are given the same name must not write into each other.
  const unfinished = `${backupPath}.${randomUUID()}.unfinished`
  try {
    const linesStream = Readable.from(backupLines, { objectMode: false, highWaterMark: 1 << 20 })
    const targetStream = createWriteStream(unfinished, { mode: 0o600, flags: 'wx' })
    const zipStream = createGzip({ level: 6 })
    if (backupKey)
      await pipeline(
        linesStream,
        zipStream,
        (zippedBytes: AsyncIterable<Buffer>) => seal(zippedBytes, backupKey),
        targetStream,
      )
    else await pipeline(linesStream, zipStream, targetStream)
    const fileHandle = await open(unfinished, 'r+')
    await fileHandle.sync().finally(() => fileHandle.close())
    await rename(unfinished, backupPath)
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
  return (await stat(backupPath)).size
}

async function* linesOf(backupParts: BackupParts, backupCounts: BackupCounts): AsyncGenerator<string> {
  yield* rowsOf(backupParts, backupCounts)
  // A file is written before the row that names it: those of all rows above are there by now, or were deleted since.
  if (backupParts.storage) yield* filesOf(backupParts.storage, backupCounts)
  yield printLine({ kind: 'end', counts: backupCounts })
}

export interface BackedUpTable {
  name: string
  json_columns: string[]
}

/** JSON values are wrapped in a list: otherwise a JSON null and an SQL null would look the same. */
export const rowExpressionOf = (jsonColumns: string[]): string =>
  [
    'to_jsonb(t)',
    ...jsonColumns.map(
      (columnName) =>
        `jsonb_build_object(${pg.escapeLiteral(columnName)}, CASE WHEN t.${quoteIdentifier(columnName)} IS NOT NULL THEN jsonb_build_array(t.${quoteIdentifier(columnName)}) END)`,
    ),
  ].join(' || ')

async function* rowsOf({ db, jobs, leaveOut, notes }: BackupParts, backupCounts: BackupCounts): AsyncGenerator<string> {
  const connection = await db.backgroundPool.connect()
  let connectionError: Error | undefined
  try {
    // Every table as it was at the first statement.
    await connection.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL statement_timeout = 0')
    const migrations = await connection.query<{ name: string }>('SELECT name FROM applied_migrations ORDER BY 1')
    const backedUpTables = await connection.query<BackedUpTable>(TABLES_QUERY)
    // Jobs are read in the same snapshot as the rows, so each pending task is either among the jobs or done in the
    // rows.
    const waitingJobs = await jobs.waiting(connection)
    await connection.query("SET LOCAL ROLE answerloom_system; SET LOCAL TimeZone = 'UTC'")
    const backupHeader: BackupHeader = {
      format: BACKUP_FORMAT,
      version: FORMAT_VERSION,
      made_at: new Date().toISOString(),
      migrations: migrations.rows.map(({ name }) => name),
      notes,
    }
    yield printLine({ kind: 'header', header: backupHeader })
    for (const { name, json_columns } of backedUpTables.rows) {
      if (leaveOut.includes(name)) continue
      backupCounts.tables++
      yield printLine({ kind: 'table', name })
      await connection.query(
        `DECLARE backup_rows NO SCROLL CURSOR FOR SELECT (${rowExpressionOf(json_columns)})::text AS json FROM ${quoteIdentifier(name)} t`,
      )
      for (;;) {
        const { rows } = await connection.query<{ json: string }>(`FETCH ${ROWS_PER_FETCH} FROM backup_rows`)
        backupCounts.rows += rows.length
        if (rows.length > 0) yield rows.map(({ json }) => printLine({ kind: 'row', json })).join('')
        if (rows.length < ROWS_PER_FETCH) break
      }
      await connection.query('CLOSE backup_rows')
    }
    for (const waitingJob of waitingJobs) {
      backupCounts.jobs++
      yield printLine({ kind: 'job', job: waitingJob })
    }
    await connection.query('COMMIT')
  } catch (error) {
    connectionError = error as Error
    throw mapDatabaseError(error)
  } finally {
    // A connection with something left open is closed, also where the reader went away.
    connection.release(
      connectionError ?? (await connection.query('ROLLBACK').catch((error: Error) => error)) instanceof Error,
    )
  }
}

async function* filesOf(fileStorage: FileStorage, backupCounts: BackupCounts): AsyncGenerator<string> {
  for await (const storageKey of fileStorage.list('')) {
    const storedFile = await fileStorage.stat(storageKey)
    if (!storedFile) continue
    backupCounts.files++
    yield printLine({ kind: 'file', key: storageKey, contentType: storedFile.contentType })
    for await (const filePiece of fileStorage.get(storageKey))
      yield printLine({ kind: 'bytes', bytes: filePiece as Buffer })
  }
}
