import type pg from 'pg'
import { openEmbedded } from './embedded/open.ts'
import { openPostgres } from './postgres.ts'

export type DatabaseLog = (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void

export interface Database {
  kind: 'pglite' | 'postgres'
  pool: pg.Pool
  /** pgvector is there: the type `vector` exists. */
  vector: boolean
  /** Such as `18.3`. */
  serverVersion: string
  /** Runs work that may hold one statement for minutes, such as a migration; outside transactions of requests only. */
  withoutStatementLimit<T>(run: () => Promise<T>): Promise<T>
  /** Waits for running work, writes everything back and frees the data folder. */
  close(): Promise<void>
}

export interface OpenOptions {
  /** A PostgreSQL address; without one the embedded database in `dataDir` is opened. */
  databaseUrl?: string | undefined
  dataDir: string
  log?: DatabaseLog
  /** Connections to a PostgreSQL server, 15 unless told. */
  connections?: number
}

/**
 * Opens the database. Throws conflict `data_dir.locked` when another process holds the data folder, unavailable
 * `data_dir.unusable` when it cannot be written, unavailable `database.unavailable` when PostgreSQL does not answer,
 * and conflict `database.too_old` below PostgreSQL 15.
 */
export function openDatabase(options: OpenOptions): Promise<Database> {
  const { databaseUrl, dataDir, log } = options
  return databaseUrl
    ? openPostgres({ databaseUrl, log, connections: options.connections })
    : openEmbedded({ dataDir, log })
}
