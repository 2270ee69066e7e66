import type pg from 'pg'
import type { QueryWatch } from './query-watch.ts'
import type { Replica } from './replica.ts'

export type DatabaseLog = (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void

export interface Database {
  kind: 'pglite' | 'postgres'
  pool: pg.Pool
  /** The same database for background work (`inBackground`); a separate pool only where it would block requests. */
  backgroundPool: pg.Pool
  /** Connections that stay one session until released, for LISTEN and locks: a pooler may give those of `pool` away. */
  directPool: pg.Pool
  /** A standby for visitors' reads, if there is one. */
  replica: Replica | null
  /** Slow statements since this process opened the database. */
  watch: QueryWatch
  /** Such as `18.3`. */
  serverVersion: string
  /** Runs work that may hold one statement for minutes, such as a migration; outside transactions of requests only. */
  withoutStatementLimit<T>(run: () => Promise<T>): Promise<T>
  /**
   * A copy of its files as they are, by that name, before something that cannot be undone. Returns where it is; null
   * where it has no files within reach. Throws unavailable `data_dir.no_copy`.
   */
  copyAside(name: string): Promise<string | null>
  /** Reads every page of the tables. Throws unavailable `database.damaged`; does nothing on a server, which has tools for it. */
  assertUndamaged(): Promise<void>
  /** Waits for running work, writes everything back and frees the data folder. */
  close(): Promise<void>
}
