export { ADVISORY_LOCKS, lockNamed } from './advisory-locks.ts'
export { inBackground } from './background-pool.ts'
export type { TableChoice } from './copy/catalog.ts'
export { copyDatabase } from './copy/copy-database.ts'
export type { Database, DatabaseLog } from './database.ts'
export { checkDatabaseRights } from './database-rights.ts'
export { optimizeNewCode } from './embedded/engine.ts'
export { lockFolder as lockDataFolder } from './embedded/folder-lock.ts'
export { renewLog } from './embedded/renew-log.ts'
export { databaseErrorCode, mapDatabaseError } from './errors.ts'
export { listen } from './listener.ts'
export { migrate, migrateTo } from './migrate.ts'
export { noCopy } from './no-copy.ts'
export { openDatabase } from './open-database.ts'
export type { SlowQuery } from './query-watch.ts'
export { isOutdated, newReadOrigin, type ReadOrigin } from './read-origin.ts'
export {
  queryIn,
  systemLookup,
  systemTransaction,
  type Tx,
  withCommitHook,
  workspaceTransaction,
} from './transaction.ts'
