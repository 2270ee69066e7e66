import type { Database, DatabaseLog } from './database.ts'
import { openEmbedded } from './embedded/open.ts'
import { openPostgres, type PostgresAddress } from './postgres.ts'

export interface OpenOptions extends Omit<PostgresAddress, 'databaseUrl'> {
  /** A PostgreSQL address; without one the embedded database in `dataDir` is opened. */
  databaseUrl?: string | undefined
  dataDir: string
  log?: DatabaseLog
  /** Pool size for a PostgreSQL server; 15 by default. */
  connections?: number
}

/**
 * Opens the database. Throws conflict `data_dir.locked` when another process holds the data folder, unavailable
 * `data_dir.unusable` when it cannot be written, unavailable `database.unavailable` when PostgreSQL does not answer,
 * conflict `database.too_old` below PostgreSQL 15, and what `openPostgres` throws.
 */
export function openDatabase(openOptions: OpenOptions): Promise<Database> {
  const { databaseUrl, dataDir, log, ...postgres } = openOptions
  return databaseUrl ? openPostgres({ databaseUrl, log, ...postgres }) : openEmbedded({ dataDir, log })
}
