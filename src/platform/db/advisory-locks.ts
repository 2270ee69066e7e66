/**
 * Advisory locks that all processes share. Each has its own number, so that a lock kept for minutes blocks only its own
 * purpose. Locks of a workspace or user are numbered by the hash of a text; a collision with these is negligible.
 */
export const ADVISORY_LOCKS = {
  migrations: 715_225_739,
  queueRights: 715_225_741,
  /** Taken while a database is copied and then migrated. */
  copyBeforeMigrating: 715_225_743,
} as const
