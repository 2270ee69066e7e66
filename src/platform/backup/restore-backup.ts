import { Readable } from 'node:stream'
import type pg from 'pg'
import { AppError } from '../../kernel/app-error.ts'
import { type Database, mapDatabaseError, migrateTo } from '../db/index.ts'
import type { WaitingJob } from '../jobs/index.ts'
import type { FileStorage } from '../storage/index.ts'
import { type BackupCounts, type BackupHeader, type BackupLine, readLines } from './backup-lines.ts'
import { removeOrphans, withoutForeignKeys } from './foreign-keys.ts'
import { TABLES } from './write-backup.ts'

/** Rows, or characters of them, sent with one statement. */
const BATCH_ROWS = 500
const BATCH_CHARACTERS = 4 * 1024 * 1024

export interface RestoredBackup {
  header: BackupHeader
  counts: BackupCounts
  /** Called before the queue starts on the restored database. */
  jobs: WaitingJob[]
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`

export interface CheckedBackup {
  header: BackupHeader
  counts: BackupCounts
}

/**
 * Reads a backup to its end and counts what is in it. @param key of an encrypted one
 * @throws invalid `backup.broken` and `backup.sealed`, conflict `backup.newer`
 */
export async function readBackup(path: string, key: string | null = null): Promise<CheckedBackup> {
  const counts: BackupCounts = { tables: 0, rows: 0, jobs: 0, files: 0 }
  let header: BackupHeader | undefined
  const counted: Partial<Record<BackupLine['kind'], keyof BackupCounts>> = {
    table: 'tables',
    row: 'rows',
    job: 'jobs',
    file: 'files',
  }
  for await (const line of readLines(path, key)) {
    const what = counted[line.kind]
    if (what) counts[what]++
    if (line.kind === 'header') header = line.header
    if (line.kind === 'end' && JSON.stringify(line.counts) !== JSON.stringify(counts)) header = undefined
  }
  if (!header) throw new AppError('invalid', 'backup.broken', 'This backup is incomplete and cannot be read.')
  return { header, counts }
}

/**
 * Puts a backup into an empty database and, where it holds files, an empty storage, of either kind, whichever it was made of. The whole backup
 * is read and checked before anything is written, here or before (`checked`). All rows, or none.
 * @throws conflict `restore.not_empty`; conflict `database.newer` for a backup of a newer program; what `readBackup` throws
 */
export async function restoreBackup(options: {
  db: Database
  storage: FileStorage
  path: string
  /** Key of an encrypted backup. */
  key?: string | null
  checked?: CheckedBackup
}): Promise<RestoredBackup> {
  const { path, key = null } = options
  const { header, counts } = options.checked ?? (await readBackup(path, key))
  // A backup without files leaves those that are there alone.
  if (counts.files > 0) for await (const _ of options.storage.list('')) throw notEmpty('The place of the files')
  await assertNotAhead(options.db, header.migrations)
  // The rows fit the tables of then; the migrations since are applied to them afterwards.
  await migrateTo(options.db, header.migrations)
  const jobs: WaitingJob[] = []
  await options.db.withoutStatementLimit(() =>
    inOneTransaction(options.db, async (client) => {
      await assertEmpty(client)
      const links = await withoutForeignKeys(client)
      await client.query('SET LOCAL ROLE answerloom_system')
      const writer = new RowWriter(client)
      const files = new FileWriter(options.storage)
      for await (const line of readLines(path, key)) {
        if (line.kind === 'table') await writer.begin(line.name)
        else if (line.kind === 'row') await writer.add(line.json)
        else if (line.kind === 'job') jobs.push(line.job)
        else if (line.kind === 'file') await files.begin(line.key, line.contentType)
        else if (line.kind === 'bytes') await files.add(line.bytes)
      }
      await writer.flush()
      await files.end()
      await client.query('RESET ROLE')
      if (header.notes.salvaged) await removeOrphans(client, links)
      for (const { table, name, definition } of links)
        await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${quoted(name)} ${definition}`)
      await continueSequences(client)
    }),
  )
  return { header, counts, jobs }
}

const notEmpty = (what: string): AppError =>
  new AppError('conflict', 'restore.not_empty', `${what} is not empty. Restore into an empty DATA_DIR or database.`)

/** A server of a later version than the backup's has made tables here that the rows do not fit. */
async function assertNotAhead(db: Database, migrations: readonly string[]): Promise<void> {
  const { rows } = await db.pool.query<{ there: boolean }>(
    "SELECT to_regclass('applied_migrations') IS NOT NULL AS there",
  )
  if (!rows[0]?.there) return
  const applied = await db.pool.query('SELECT 1 FROM applied_migrations WHERE name <> ALL($1::text[])', [migrations])
  if (applied.rowCount) throw notEmpty('The database')
}

async function inOneTransaction(db: Database, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await db.pool.connect()
  try {
    await client.query('BEGIN; SET LOCAL statement_timeout = 0')
    await work(client)
    await client.query('COMMIT')
    client.release()
  } catch (error) {
    // Closing the connection also ends what it left open.
    client.release(error as Error)
    throw mapDatabaseError(error)
  }
}

async function assertEmpty(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>(TABLES)
  await client.query('SET LOCAL ROLE answerloom_system')
  for (const { name } of rows) {
    const { rowCount } = await client.query(`SELECT 1 FROM ${quoted(name)} LIMIT 1`)
    if (rowCount) throw notEmpty('The database')
  }
  await client.query('RESET ROLE')
}

/** A number that was given out must not be given out again. */
async function continueSequences(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ table: string; name: string }>(`
    SELECT a.attrelid::regclass::text AS table, a.attname AS name FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
    WHERE a.attidentity <> '' AND c.relnamespace = current_schema()::regnamespace AND c.relkind = 'r'`)
  for (const { table, name } of rows) {
    // The owner, too, sees no rows of a table that is locked by row.
    await client.query('SET LOCAL ROLE answerloom_system')
    const { rows: found } = await client.query<{ last: string | null }>(
      `SELECT max(${quoted(name)})::text AS last FROM ${table}`,
    )
    await client.query('RESET ROLE')
    if (found[0]?.last)
      await client.query('SELECT setval(pg_get_serial_sequence($1, $2), $3::bigint)', [table, name, found[0].last])
  }
}

class RowWriter {
  #client: pg.PoolClient
  #insert = ''
  #rows: string[] = []
  #characters = 0

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  async begin(table: string): Promise<void> {
    await this.flush()
    const { rows } = await this.#client.query<{ name: string; json: boolean }>(
      `SELECT attname AS name, atttypid = 'jsonb'::regtype AS json FROM pg_attribute
       WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
      [quoted(table)],
    )
    const columns = rows.map(({ name }) => quoted(name)).join(', ')
    // JSON values are wrapped in a list.
    const values = rows.map(({ name, json }) => quoted(name) + (json ? ' -> 0' : '')).join(', ')
    if (!columns) throw new Error(`The backup contains a table ${table}, which this program does not know.`)
    this.#insert = `INSERT INTO ${quoted(table)} (${columns}) OVERRIDING SYSTEM VALUE
      SELECT ${values} FROM jsonb_populate_recordset(NULL::${quoted(table)}, $1::jsonb)`
  }

  async add(json: string): Promise<void> {
    this.#rows.push(json)
    this.#characters += json.length
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

  constructor(storage: FileStorage) {
    this.#storage = storage
  }

  async begin(key: string, contentType: string): Promise<void> {
    await this.end()
    this.#file = { key, contentType, pieces: [] }
  }

  async add(bytes: Buffer): Promise<void> {
    this.#file?.pieces.push(bytes)
  }

  async end(): Promise<void> {
    if (!this.#file) return
    const { key, contentType, pieces } = this.#file
    await this.#storage.put(key, Readable.from(pieces), { contentType })
    this.#file = null
  }
}
