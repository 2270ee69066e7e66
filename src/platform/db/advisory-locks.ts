import { sql } from 'drizzle-orm'
import type { Tx } from './transaction.ts'

/**
 * Advisory locks that all processes share. Each has its own number, so that a lock kept for minutes blocks only its own
 * purpose. Named locks are numbered by the hash of their name; a collision with these is negligible.
 */
export const ADVISORY_LOCKS = {
  migrations: 715_225_739,
  queueRights: 715_225_741,
  /** Taken while a database is copied and then migrated. */
  copyBeforeMigrating: 715_225_743,
} as const

/** Waits for the lock of this name, and holds it until the transaction ends. */
export const lockNamed = (transaction: Tx, lockName: string): Promise<unknown> =>
  transaction.execute(sql`select pg_advisory_xact_lock(hashtextextended(${lockName}, 0))`)
