/**
 * Locks that all processes of the product share, by what is done under them. Each has a number of its own: one that is
 * held for minutes must hold up nobody who wants something else. Locks of one workspace or person are numbered by the
 * hash of a text, which reaches these with no likelihood worth mentioning.
 */
export const ADVISORY_LOCKS = {
  migrations: 715_225_739,
  queueRights: 715_225_741,
  /** Held while an index is built. */
  vectorStore: 715_225_742,
  /** Held while a database is copied and then migrated. */
  copyBeforeMigrating: 715_225_743,
} as const
