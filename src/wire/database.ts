import type { Config } from '../platform/config/index.ts'
import { type Database, type DatabaseLog, migrate, openDatabase } from '../platform/db/index.ts'
import type { EventBus } from '../platform/events/index.ts'
import { migrateQueue } from '../platform/jobs/index.ts'
import type { Logger } from '../platform/log/index.ts'
import { keepBeforeMigrating } from './keep-before-migrating.ts'

/** Migrations take one connection at a time, and the copy before them another one. */
const OWNER_CONNECTIONS = 3

export const reportTo =
  (log: Logger): DatabaseLog =>
  (level, message, fields = {}) =>
    log[level]({ ...fields }, message)

/** Opens the database of the configuration. Throws as `openDatabase` does. */
export function openConfigured(config: Config, log: Logger): Promise<Database> {
  const { dataDir, databaseUrl, databaseDirectUrl: directUrl, databasePasswordCommand: passwordCommand } = config
  return openDatabase({
    dataDir,
    databaseUrl: databaseUrl ?? undefined,
    directUrl,
    passwordCommand,
    replica: config.databaseReplica,
    log: reportTo(log),
  })
}

/** Opens it as the owner of its tables, for what changes the schema. */
export function openAsOwner(config: Config, log: Logger): Promise<Database> {
  const { databaseOwnerUrl: databaseUrl, dataDir, databasePasswordCommand: passwordCommand } = config
  if (!databaseUrl) return openConfigured(config, log)
  return openDatabase({ dataDir, databaseUrl, passwordCommand, log: reportTo(log), connections: OWNER_CONNECTIONS })
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
export function followChanges({ replica }: Database, events: EventBus): void {
  if (!replica) return
  replica.noteChange(null)
  for (const type of VISITOR_CHANGES) events.on(type, ({ workspace_id: id }) => replica.noteChange(id))
  events.onReset(() => replica.noteChange(null))
  // Caches may hold what the replica had, without the last changes before the primary was lost.
  replica.onPrimaryBack = () => events.reset()
}

/**
 * Migrates the database. Where DATABASE_OWNER_URL is set, its user does that, and grants the user of `db` what it needs.
 * Throws as `migrate` does.
 */
export async function prepareDatabase(config: Config, db: Database, log: Logger): Promise<void> {
  const keep = config.copyBeforeMigrating ? { keep: keepBeforeMigrating.bind(null, config) } : {}
  const owner = config.databaseOwnerUrl ? await openAsOwner(config, log) : null
  try {
    const { applied, kept } = await migrate(owner ?? db, keep)
    if (applied.length > 0) log.info({ migrations: applied, copy: kept }, 'The database was migrated')
    if (owner) await migrateQueue(owner)
  } finally {
    await owner?.close()
  }
  if (owner) await migrate(db)
}

/** The operator's `migrate`: brings the database up to date, queue included, and starts nothing. */
export async function migrateOnly(config: Config, log: Logger): Promise<{ migrated: string[]; copy: string | null }> {
  const db = await openAsOwner(config, log)
  try {
    const { applied, kept } = await migrate(
      db,
      config.copyBeforeMigrating ? { keep: keepBeforeMigrating.bind(null, config) } : {},
    )
    await migrateQueue(db)
    return { migrated: applied, copy: kept }
  } finally {
    await db.close()
  }
}
