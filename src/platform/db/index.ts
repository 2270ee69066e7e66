export { type Database, type DatabaseLog, type OpenOptions, openDatabase } from './database.ts'
export { databaseErrorCode, isConnectionLost, mapDatabaseError, repeatOnConflict } from './errors.ts'
export { migrate } from './migrate.ts'
export { queryIn, systemTransaction, type Tx, workspaceTransaction } from './transaction.ts'
