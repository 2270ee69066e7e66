import { constants, existsSync, writeFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { AppError } from '../../kernel/app-error.ts'
import { type Database, openDatabase, renewLog } from '../db/index.ts'
import { allWaitingJobs } from '../jobs/index.ts'
import type { FileStorage } from '../storage/index.ts'
import { BACKUP_FORMAT, type BackupCounts, type BackupHeader, FORMAT_VERSION, printLine } from './backup-lines.ts'
import { type BackedUpTable, rowExpressionOf, TABLES_QUERY, writeLines } from './write-backup.ts'

/** Prefix of the folder with the copy that is read. */
const SCRATCH_PREFIX = '.salvage-'
/** Pages read at once, of 8 KB. */
const PAGES_PER_QUERY = 64
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
export interface TableLoss {
  table: string
  /** Pages of 8 KB, with every row on them. */
  pages: number
  /** Rows on readable pages, whose long values cannot be read. */
  rows: number
}

export interface Salvaged extends BackupCounts {
  path: string
  bytes: number
  lost: TableLoss[]
  /** True if the log or the control file is damaged: changes since the last checkpoint may be missing. */
  log_lost: boolean
  unreadable_files: string[]
}

/**
 * Writes a backup of what can still be read of a damaged embedded database: each page and row on its own, from a copy.
 * Restoring it leaves out rows whose references are lost. Throws conflict `backup.exists`, and unavailable
 * `database.damaged` when the cluster cannot be opened, even with a new log and control file.
 */
export async function salvage(salvageOptions: SalvageOptions, backupPath: string): Promise<Salvaged> {
  const { dataDir } = salvageOptions
  const backupFolder = join(dataDir, 'backups')
  await mkdir(backupFolder, { recursive: true, mode: 0o700 })
  // A process that was killed leaves its copy behind.
  for (const folderName of await readdir(backupFolder))
    if (folderName.startsWith(SCRATCH_PREFIX))
      await rm(join(backupFolder, folderName), { recursive: true, force: true })
  const scratchFolder = await mkdtemp(join(backupFolder, SCRATCH_PREFIX))
  const salvageResult: Omit<Salvaged, 'path' | 'bytes'> = {
    ...{ tables: 0, rows: 0, jobs: 0, files: 0 },
    lost: [],
    log_lost: false,
    unreadable_files: [],
  }
  try {
    await copyReadable(join(dataDir, 'pg'), join(scratchFolder, 'pg'), salvageResult.unreadable_files)
    // Without this file the copy would be taken for an empty folder.
    const versionFile = join(scratchFolder, 'pg', 'PG_VERSION')
    if (!existsSync(versionFile)) writeFileSync(versionFile, `${POSTGRES_VERSION}\n`)
    const database = await openDatabase({ dataDir: scratchFolder }).catch(async (error: unknown) => {
      if (!(error instanceof AppError) || error.code !== 'database.damaged') throw error
      salvageResult.log_lost = true
      return openWithNewLog(scratchFolder).catch((cause: unknown) => {
        throw beyondSalvage(dataDir, cause)
      })
    })
    try {
      const writtenBytes = await database.withoutStatementLimit(() =>
        writeLines(backupPath, backupLinesOf(database.pool, salvageOptions, salvageResult), salvageOptions.key),
      )
      return { path: backupPath, bytes: writtenBytes, ...salvageResult }
    } finally {
      await database.close()
    }
  } finally {
    await rm(scratchFolder, { recursive: true, force: true })
  }
}

/** The new cluster beside it is made by this program, so its settings are the same. */
async function openWithNewLog(scratchFolder: string): Promise<Database> {
  const modelFolder = join(scratchFolder, 'model')
  await (await openDatabase({ dataDir: modelFolder })).close()
  renewLog(join(scratchFolder, 'pg'), join(modelFolder, 'pg'))
  return openDatabase({ dataDir: scratchFolder })
}

function beyondSalvage(dataFolder: string, cause: unknown): AppError {
  const failureReason = cause instanceof Error ? cause.message : String(cause)
  return new AppError(
    'unavailable',
    'database.damaged',
    `Nothing can be exported from ${join(dataFolder, 'pg')}: it cannot be opened, even with a new log and control file. Restore a backup into an empty folder (npm run restore -- --from FILE), or put the newest copy of ${join(dataFolder, 'backups')} in its place. (${failureReason})`,
    { cause },
  )
}

async function copyReadable(sourceFolder: string, targetFolder: string, unreadable: string[]): Promise<void> {
  await mkdir(targetFolder, { mode: 0o700 })
  for (const folderEntry of await readdir(sourceFolder, { withFileTypes: true })) {
    const sourcePath = join(sourceFolder, folderEntry.name)
    if (folderEntry.isDirectory()) await copyReadable(sourcePath, join(targetFolder, folderEntry.name), unreadable)
    else if (folderEntry.isFile())
      await copyFile(sourcePath, join(targetFolder, folderEntry.name), constants.COPYFILE_FICLONE).catch(() =>
        unreadable.push(sourcePath),
      )
  }
}

async function* backupLinesOf(
  connectionPool: pg.Pool,
  { storage, leaveOut, notes }: SalvageOptions,
  salvageResult: Omit<Salvaged, 'path' | 'bytes'>,
): AsyncGenerator<string> {
  const migrations = await connectionPool.query<{ name: string }>('SELECT name FROM applied_migrations ORDER BY 1')
  const { rows: tables } = await connectionPool.query<BackedUpTable>(TABLES_QUERY)
  const backupHeader: BackupHeader = {
    format: BACKUP_FORMAT,
    version: FORMAT_VERSION,
    made_at: new Date().toISOString(),
    migrations: migrations.rows.map(({ name }) => name),
    notes: { ...notes, salvaged: 'yes' },
  }
  yield printLine({ kind: 'header', header: backupHeader })
  for (const salvagedTable of tables) {
    if (leaveOut.includes(salvagedTable.name)) continue
    salvageResult.tables++
    yield printLine({ kind: 'table', name: salvagedTable.name })
    const tableLoss: TableLoss = { table: salvagedTable.name, pages: 0, rows: 0 }
    for await (const rowBatch of readableRows(connectionPool, salvagedTable, tableLoss)) {
      salvageResult.rows += rowBatch.length
      yield rowBatch.map((rowJson) => printLine({ kind: 'row', json: rowJson })).join('')
    }
    if (tableLoss.pages + tableLoss.rows > 0) salvageResult.lost.push(tableLoss)
  }
  const waitingJobs = await allWaitingJobs(connectionPool).catch(() => [])
  for (const waitingJob of waitingJobs) yield printLine({ kind: 'job', job: waitingJob })
  salvageResult.jobs = waitingJobs.length
  for await (const storageKey of storage.list('')) {
    const storedFile = await storage.stat(storageKey)
    // Read before it is written: a file that breaks off must not be in the backup.
    const filePieces = await Array.fromAsync(storage.get(storageKey) as AsyncIterable<Buffer>).catch(() => null)
    if (!storedFile || !filePieces) {
      salvageResult.unreadable_files.push(storageKey)
      continue
    }
    salvageResult.files++
    yield printLine({ kind: 'file', key: storageKey, contentType: storedFile.contentType })
    yield filePieces.map((pieceBytes) => printLine({ kind: 'bytes', bytes: pieceBytes })).join('')
  }
  const { tables: tableCount, rows, files } = salvageResult
  yield printLine({ kind: 'end', counts: { tables: tableCount, rows, jobs: waitingJobs.length, files } })
}

/** Reads by page, since an index may be damaged as well. */
const SCAN_BY_PAGE =
  "SET LOCAL TimeZone = 'UTC'; SET LOCAL enable_seqscan = off; SET LOCAL enable_indexscan = off; SET LOCAL enable_bitmapscan = off"

/** Rows of a table as JSON texts, and in `loss` what cannot be read of it. */
async function* readableRows(
  connectionPool: pg.Pool,
  salvagedTable: BackedUpTable,
  tableLoss: TableLoss,
): AsyncGenerator<string[]> {
  const quotedTable = `"${salvagedTable.name.replaceAll('"', '""')}"`
  // Several statements in one message are one transaction, with which the settings end.
  const selectTexts = async (columnList: string, condition: string): Promise<string[]> => {
    const queryResults = await connectionPool.query(
      `${SCAN_BY_PAGE}; SELECT ${columnList} AS found FROM ${quotedTable} t WHERE ${condition}`,
    )
    return (queryResults as unknown as pg.QueryResult<{ found: string }>[]).at(-1)?.rows.map(({ found }) => found) ?? []
  }
  const rowExpression = `(${rowExpressionOf(salvagedTable.json_columns)})::text`

  async function* rowsInPages(firstPage: number, endPage: number): AsyncGenerator<string[]> {
    const pageCondition = `t.ctid >= '(${firstPage},0)' AND t.ctid < '(${endPage},0)'`
    const foundRows = await selectTexts(rowExpression, pageCondition).catch(() => null)
    if (foundRows) {
      yield foundRows
      return
    }
    if (endPage - firstPage > 1) {
      const middlePage = Math.floor((firstPage + endPage) / 2)
      yield* rowsInPages(firstPage, middlePage)
      yield* rowsInPages(middlePage, endPage)
      return
    }
    const rowPlaces = await selectTexts('t.ctid::text', pageCondition).catch(() => null)
    if (!rowPlaces) tableLoss.pages++
    for (const rowPlace of rowPlaces ?? []) {
      const singleRow = await selectTexts(rowExpression, `t.ctid = '${rowPlace}'`).catch(() => null)
      if (singleRow) yield singleRow
      else tableLoss.rows++
    }
  }

  const { rows } = await connectionPool.query<{ bytes: string }>(
    `SELECT pg_relation_size($1::regclass)::text AS bytes`,
    [quotedTable],
  )
  const pageCount = Math.ceil(Number(rows[0]?.bytes ?? 0) / PAGE_BYTES)
  for (let firstPage = 0; firstPage < pageCount; firstPage += PAGES_PER_QUERY)
    yield* rowsInPages(firstPage, Math.min(firstPage + PAGES_PER_QUERY, pageCount))
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
