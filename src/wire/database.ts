import type { Config } from '../platform/config/index.ts'
import { type Database, type DatabaseLog, migrate, openDatabase } from '../platform/db/index.ts'
import type { EventBus } from '../platform/events/index.ts'
import { migrateQueue } from '../platform/jobs/index.ts'
import type { Logger } from '../platform/log/index.ts'
import { keepBeforeMigrating } from './keep-before-migrating.ts'

/** Migrations take one connection at a time, and the copy before them another one. */
const OWNER_CONNECTIONS = 3

export const reportTo =
  (appLogger: Logger): DatabaseLog =>
  (logLevel, logMessage, logFields = {}) =>
    appLogger[logLevel]({ ...logFields }, logMessage)

/** Opens the database of the configuration. Throws as `openDatabase` does. */
export function openConfigured(databaseConfig: Config, appLogger: Logger): Promise<Database> {
  const {
    dataDir,
    databaseUrl,
    databaseDirectUrl: directUrl,
    databasePasswordCommand: passwordCommand,
  } = databaseConfig
  return openDatabase({
    dataDir,
    databaseUrl: databaseUrl ?? undefined,
    directUrl,
    passwordCommand,
    replica: databaseConfig.databaseReplica,
    log: reportTo(appLogger),
  })
}

/** Opens it as the owner of its tables, for what changes the schema. */
export function openAsOwner(databaseConfig: Config, appLogger: Logger): Promise<Database> {
  const { databaseOwnerUrl: databaseUrl, dataDir, databasePasswordCommand: passwordCommand } = databaseConfig
  if (!databaseUrl) return openConfigured(databaseConfig, appLogger)
  return openDatabase({
    dataDir,
    databaseUrl,
    passwordCommand,
    log: reportTo(appLogger),
    connections: OWNER_CONNECTIONS,
  })
}

const VISITOR_CHANGES = [
  'faq.changed',
  'content.changed',
  'workspace.changed',
  'workspace.created',
  'workspace.deleted',
] as const

/**
 * Lets visitors read a changed workspace from the primary until the replica has the change. Call it after the migrations:
 * until the replica has these, it is not used either.
 */
export function followChanges({ replica }: Database, eventBus: EventBus): void {
  if (!replica) return
  replica.noteChange(null)
  for (const eventType of VISITOR_CHANGES) eventBus.on(eventType, ({ workspace_id: id }) => replica.noteChange(id))
  eventBus.onReset(() => replica.noteChange(null))
  // Caches may hold what the replica had, without the last changes before the primary was lost.
  replica.onPrimaryBack = () => eventBus.reset()
}

/**
 * Migrates the database. Where DATABASE_OWNER_URL is set, its user does that, and grants the user of `db` what it needs.
 * Throws as `migrate` does.
 */
export async function prepareDatabase(databaseConfig: Config, db: Database, appLogger: Logger): Promise<void> {
  const keepOptions = databaseConfig.copyBeforeMigrating ? { keep: keepBeforeMigrating.bind(null, databaseConfig) } : {}
  const ownerDatabase = databaseConfig.databaseOwnerUrl ? await openAsOwner(databaseConfig, appLogger) : null
  try {
    const { applied, kept } = await migrate(ownerDatabase ?? db, keepOptions)
    if (applied.length > 0) appLogger.info({ migrations: applied, copy: kept }, 'The database was migrated')
    if (ownerDatabase) await migrateQueue(ownerDatabase)
  } finally {
    await ownerDatabase?.close()
  }
  if (ownerDatabase) await migrate(db)
}

/** The operator's `migrate`: brings the database up to date, queue included, and starts nothing. */
export async function migrateOnly(
  databaseConfig: Config,
  appLogger: Logger,
): Promise<{ migrated: string[]; copy: string | null }> {
  const db = await openAsOwner(databaseConfig, appLogger)
  try {
    const { applied, kept } = await migrate(
      db,
      databaseConfig.copyBeforeMigrating ? { keep: keepBeforeMigrating.bind(null, databaseConfig) } : {},
    )
    await migrateQueue(db)
    return { migrated: applied, copy: kept }
  } finally {
    await db.close()
  }
}
