import { Readable } from 'node:stream'
import type pg from 'pg'
import { AppError } from '../../kernel/app-error.ts'
import { type Database, mapDatabaseError, migrateTo } from '../db/index.ts'
import type { WaitingJob } from '../jobs/index.ts'
import type { FileStorage } from '../storage/index.ts'
import { type BackupCounts, type BackupHeader, type BackupLine, readLines } from './backup-lines.ts'
import { removeOrphans, withoutForeignKeys } from './foreign-keys.ts'
import { TABLES_QUERY } from './write-backup.ts'

/** Rows, or characters of them, sent with one statement. */
const BATCH_ROWS = 500
const BATCH_CHARACTERS = 4 * 1024 * 1024

export interface RestoredBackup {
  header: BackupHeader
  counts: BackupCounts
  /** Called before the queue starts on the restored database. */
  jobs: WaitingJob[]
}

const quoteIdentifier = (identifier: string): string => `"${identifier.replaceAll('"', '""')}"`

export interface CheckedBackup {
  header: BackupHeader
  counts: BackupCounts
}

/**
 * Reads a backup to its end and counts what is in it. @param backupKey of an encrypted one
 * @throws invalid `backup.broken` and `backup.sealed`, conflict `backup.newer`
 */
export async function readBackup(backupPath: string, backupKey: string | null = null): Promise<CheckedBackup> {
  const backupCounts: BackupCounts = { tables: 0, rows: 0, jobs: 0, files: 0 }
  let backupHeader: BackupHeader | undefined
  const countOfKind: Partial<Record<BackupLine['kind'], keyof BackupCounts>> = {
    table: 'tables',
    row: 'rows',
    job: 'jobs',
    file: 'files',
  }
  for await (const backupLine of readLines(backupPath, backupKey)) {
    const countName = countOfKind[backupLine.kind]
    if (countName) backupCounts[countName]++
    if (backupLine.kind === 'header') backupHeader = backupLine.header
    if (backupLine.kind === 'end' && JSON.stringify(backupLine.counts) !== JSON.stringify(backupCounts))
      backupHeader = undefined
  }
  if (!backupHeader) throw new AppError('invalid', 'backup.broken', 'This backup is incomplete and cannot be read.')
  return { header: backupHeader, counts: backupCounts }
}

/**
 * Puts a backup into an empty database and, where it holds files, an empty storage, of either kind, whichever it was made of. The whole backup
 * is read and checked before anything is written, here or before (`checked`). All rows, or none.
 * @throws conflict `restore.not_empty`; conflict `database.newer` for a backup of a newer program; what `readBackup` throws
 */
export async function restoreBackup(restoreOptions: {
  db: Database
  storage: FileStorage
  path: string
  /** Key of an encrypted backup. */
  key?: string | null
  checked?: CheckedBackup
}): Promise<RestoredBackup> {
  const { path, key = null } = restoreOptions
  const { header, counts } = restoreOptions.checked ?? (await readBackup(path, key))
  // A backup without files leaves those that are there alone.
  if (counts.files > 0) for await (const _ of restoreOptions.storage.list('')) throw notEmpty('The place of the files')
  await assertNotAhead(restoreOptions.db, header.migrations)
  // The rows fit the tables of then; the migrations since are applied to them afterwards.
  await migrateTo(restoreOptions.db, header.migrations)
  const waitingJobs: WaitingJob[] = []
  await restoreOptions.db.withoutStatementLimit(() =>
    inOneTransaction(restoreOptions.db, async (connection) => {
      await assertEmpty(connection)
      const foreignKeys = await withoutForeignKeys(connection)
      await connection.query('SET LOCAL ROLE answerloom_system')
      const rowWriter = new RowWriter(connection)
      const fileWriter = new FileWriter(restoreOptions.storage)
      for await (const backupLine of readLines(path, key)) {
        if (backupLine.kind === 'table') await rowWriter.begin(backupLine.name)
        else if (backupLine.kind === 'row') await rowWriter.add(backupLine.json)
        else if (backupLine.kind === 'job') waitingJobs.push(backupLine.job)
        else if (backupLine.kind === 'file') await fileWriter.begin(backupLine.key, backupLine.contentType)
        else if (backupLine.kind === 'bytes') await fileWriter.add(backupLine.bytes)
      }
      await rowWriter.flush()
      await fileWriter.end()
      await connection.query('RESET ROLE')
      if (header.notes.salvaged) await removeOrphans(connection, foreignKeys)
      for (const { table, name, definition } of foreignKeys)
        await connection.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quoteIdentifier(name)} ${definition}`)
      await continueSequences(connection)
    }),
  )
  return { header, counts, jobs: waitingJobs }
}

const notEmpty = (nonEmptyPart: string): AppError =>
  new AppError(
    'conflict',
    'restore.not_empty',
    `${nonEmptyPart} is not empty. Restore into an empty DATA_DIR or database.`,
  )

/** A server of a later version than the backup's has made tables here that the rows do not fit. */
async function assertNotAhead(database: Database, migrations: readonly string[]): Promise<void> {
  const { rows } = await database.pool.query<{ there: boolean }>(
    "SELECT to_regclass('applied_migrations') IS NOT NULL AS there",
  )
  if (!rows[0]?.there) return
  const appliedMigrations = await database.pool.query(
    'SELECT 1 FROM applied_migrations WHERE name <> ALL($1::text[])',
    [migrations],
  )
  if (appliedMigrations.rowCount) throw notEmpty('The database')
}

async function inOneTransaction(
  database: Database,
  restoreWork: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  const connection = await database.pool.connect()
  try {
    await connection.query('BEGIN; SET LOCAL statement_timeout = 0')
    await restoreWork(connection)
    await connection.query('COMMIT')
    connection.release()
  } catch (error) {
    // Closing the connection also ends what it left open.
    connection.release(error as Error)
    throw mapDatabaseError(error)
  }
}

async function assertEmpty(connection: pg.PoolClient): Promise<void> {
  const { rows } = await connection.query<{ name: string }>(TABLES_QUERY)
  await connection.query('SET LOCAL ROLE answerloom_system')
  for (const { name } of rows) {
    const { rowCount } = await connection.query(`SELECT 1 FROM ${quoteIdentifier(name)} LIMIT 1`)
    if (rowCount) throw notEmpty('The database')
  }
  await connection.query('RESET ROLE')
}

/** A number that was given out must not be given out again. */
async function continueSequences(connection: pg.PoolClient): Promise<void> {
  const { rows } = await connection.query<{ table: string; name: string }>(`
    SELECT a.attrelid::regclass::text AS table, a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE a.attidentity <> '' AND c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'`)
  for (const { table, name } of rows) {
    // The owner, too, sees no rows of a table that is locked by row.
    await connection.query('SET LOCAL ROLE answerloom_system')
    const { rows: found } = await connection.query<{ last: string | null }>(
      `SELECT max(${quoteIdentifier(name)})::text AS last FROM ${table}`,
    )
    await connection.query('RESET ROLE')
    if (found[0]?.last)
      await connection.query('SELECT setval(pg_get_serial_sequence($1, $2), $3::bigint)', [table, name, found[0].last])
  }
}

class RowWriter {
  #client: pg.PoolClient
  #insert = ''
  #rows: string[] = []
  #characters = 0

  constructor(connection: pg.PoolClient) {
    this.#client = connection
  }

  async begin(tableName: string): Promise<void> {
    await this.flush()
    const { rows } = await this.#client.query<{ name: string; json: boolean }>(
      `SELECT attname AS name, atttypid = 'jsonb'::regtype AS json FROM pg_attribute
       WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
      [quoteIdentifier(tableName)],
    )
    const quotedColumns = rows.map(({ name }) => quoteIdentifier(name)).join(', ')
    // JSON values are wrapped in a list.
    const columnValues = rows.map(({ name, json }) => quoteIdentifier(name) + (json ? ' -> 0' : '')).join(', ')
    if (!quotedColumns) throw new Error(`The backup contains a table ${tableName}, which this program does not know.`)
    this.#insert = `INSERT INTO ${quoteIdentifier(tableName)} (${quotedColumns}) OVERRIDING SYSTEM VALUE
      SELECT ${columnValues} FROM jsonb_populate_recordset(NULL::${quoteIdentifier(tableName)}, $1::jsonb)`
  }

  async add(rowJson: string): Promise<void> {
    this.#rows.push(rowJson)
    this.#characters += rowJson.length
    if (this.#rows.length >= BATCH_ROWS || this.#characters >= BATCH_CHARACTERS) await this.flush()
  }

  async flush(): Promise<void> {
    if (this.#rows.length > 0) await this.#client.query(this.#insert, [`[${this.#rows.join(',')}]`])
    this.#rows = []
    this.#characters = 0
  }
}

/** A file is one of a few megabytes: it is put together before it is stored. */
class FileWriter {
  #storage: FileStorage
  #file: { key: string; contentType: string; pieces: Buffer[] } | null = null

  constructor(fileStorage: FileStorage) {
    this.#storage = fileStorage
  }

  async begin(storageKey: string, contentType: string): Promise<void> {
    await this.end()
    this.#file = { key: storageKey, contentType, pieces: [] }
  }

  async add(fileBytes: Buffer): Promise<void> {
    this.#file?.pieces.push(fileBytes)
  }

  async end(): Promise<void> {
    if (!this.#file) return
    const { key, contentType, pieces } = this.#file
    await this.#storage.put(key, Readable.from(pieces), { contentType })
    this.#file = null
  }
}
