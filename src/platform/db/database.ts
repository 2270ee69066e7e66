import type pg from 'pg'
import type { QueryWatch } from './query-watch.ts'

export type DatabaseLog = (level: 'info' | 'warn' | 'error', message: string, fields?: object) => void

export interface Database {
  kind: 'pglite' | 'postgres'
  pool: pg.Pool
  /** The same database for work that nobody waits for (`inBackground`); another pool only where it would be in the way. */
  backgroundPool: pg.Pool
  /** What took long, since this process opened it. */
  watch: QueryWatch
  /** pgvector is there: the type `vector` exists. */
  vector: boolean
  /** Such as `18.3`. */
  serverVersion: string
  /** Runs work that may hold one statement for minutes, such as a migration; outside transactions of requests only. */
  withoutStatementLimit<T>(run: () => Promise<T>): Promise<T>
  /**
   * A copy of all of it as it is, by that name, before something that cannot be undone. Returns where it is; null where
   * the operator's own tools make copies. Throws when it cannot be made.
   */
  copyAside(name: string): Promise<string | null>
  /** Waits for running work, writes everything back and frees the data folder. */
  close(): Promise<void>
}
