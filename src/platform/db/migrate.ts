import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'
import { AppError } from '../../kernel/app-error.ts'
import { inProgram } from '../program/index.ts'
import { ADVISORY_LOCKS } from './advisory-locks.ts'
import type { Database } from './database.ts'
import { checkDatabaseRights, notMigrated } from './database-rights.ts'
import { databaseErrorCode, mapDatabaseError } from './errors.ts'

export const MIGRATIONS = inProgram('migrations')
/**
 * Lock timeout of a migration: everything that arrives after a waiting migration waits, too. It yields after this time,
 * pauses and retries, for at most `LONGEST_MS`.
 */
const LOCK_WAIT_MS = 3_000
const RETRY_REST_MS = 500
const MAX_WAIT_MS = 5 * 60_000

const REGISTER = `CREATE TABLE IF NOT EXISTS applied_migrations (
  name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`

export interface Migration {
  name: string
  sql: string
  hash: string
}

/** The migrations of a folder in their order, which is that of their names. */
export async function readMigrations(migrationsFolder: string = MIGRATIONS): Promise<Migration[]> {
  const migrationFiles = (await readdir(migrationsFolder)).filter((fileName) => fileName.endsWith('.sql')).sort()
  return Promise.all(
    migrationFiles.map(async (fileName) => {
      const migrationSql = await readFile(
        new URL(fileName, `file://${migrationsFolder.endsWith('/') ? migrationsFolder : `${migrationsFolder}/`}`),
        'utf8',
      )
      return {
        name: fileName.slice(0, -4),
        sql: migrationSql,
        hash: createHash('sha256').update(migrationSql).digest('hex'),
      }
    }),
  )
}

/** Makes a copy of the database before the migration of this name is applied to it. Returns where it is. */
type KeepBefore = (db: Database, name: string) => Promise<string>

/**
 * Migrates the schema to the state of the code: all or nothing, in one transaction, by one process at a time. `keep`
 * copies a database with content first, while other processes wait. Returns the names applied and the path of the copy.
 * Throws conflict `database.rights` when the user lacks rights, `database.not_migrated` when it may not change the
 * tables and there is something to migrate, `database.newer` or `database.diverged` when the database has unknown
 * migrations, and the errors of `keep`; then nothing is migrated.
 */
export async function migrate(
  database: Database,
  migrateOptions: { keep?: KeepBefore; migrations?: Migration[] } = {},
): Promise<{ applied: string[]; kept: string | null }> {
  const { keep, migrations = await readMigrations() } = migrateOptions
  const databaseRights = await checkDatabaseRights(database)
  const nextPending = async () => {
    const appliedNames = await appliedTo(database)
    refuseNewer(appliedNames, migrations)
    return appliedNames.size > 0 ? migrations.find(({ name }) => !appliedNames.has(name)) : undefined
  }
  if (databaseRights === 'runtime') {
    const nextMigration = await nextPending()
    if (nextMigration) throw notMigrated(`the migration ${nextMigration.name}`)
    return { applied: [], kept: null }
  }
  if (!keep || !(await nextPending())) return { ...(await applyMigrations(database, migrations)), kept: null }
  return oneAtATime(database, async () => {
    const nextMigration = await nextPending()
    const keptCopy = nextMigration ? await keep(database, nextMigration.name) : null
    return { ...(await applyMigrations(database, migrations)), kept: keptCopy }
  })
}

/** The embedded database has one session only, which `run` needs; no other process can use it. */
async function oneAtATime<T>(database: Database, runAlone: () => Promise<T>): Promise<T> {
  if (database.kind === 'pglite') return runAlone()
  const connection = await database.directPool.connect().catch((error: unknown) => {
    throw mapDatabaseError(error)
  })
  try {
    await connection.query(`SET statement_timeout = 0; SELECT pg_advisory_lock(${ADVISORY_LOCKS.copyBeforeMigrating})`)
    return await runAlone()
  } finally {
    // Closing the connection gives the lock back.
    connection.release(true)
  }
}

/** The names of what was applied; none where nothing ever was. */
async function appliedTo(database: Database): Promise<Set<string>> {
  try {
    const registerExists = await database.pool.query<{ there: boolean }>(
      "SELECT to_regclass('applied_migrations') IS NOT NULL AS there",
    )
    if (!registerExists.rows[0]?.there) return new Set()
    const { rows } = await database.pool.query<{ name: string }>('SELECT name FROM applied_migrations')
    return new Set(rows.map(({ name }) => name))
  } catch (error) {
    throw mapDatabaseError(error)
  }
}

/** The schema as it was when these migrations, and no others, had been applied. Throws as `migrate` does. */
export async function migrateTo(database: Database, wantedNames: readonly string[]): Promise<void> {
  const knownMigrations = await readMigrations()
  refuseNewer(new Set(wantedNames), knownMigrations)
  await applyMigrations(
    database,
    knownMigrations.filter(({ name }) => wantedNames.includes(name)),
  )
}

export function applyMigrations(
  database: Database,
  migrations: Migration[],
  migrateOptions: { lockWaitMs?: number } = {},
): Promise<{ applied: string[] }> {
  const giveUpAt = Date.now() + MAX_WAIT_MS
  const attemptMigration = async (): Promise<{ applied: string[] }> => {
    try {
      return { applied: await applyOnce(database, migrations, migrateOptions.lockWaitMs ?? LOCK_WAIT_MS) }
    } catch (error) {
      if (databaseErrorCode(error) !== '55P03' || Date.now() > giveUpAt) throw mapDatabaseError(error)
      await delay(RETRY_REST_MS)
      return attemptMigration()
    }
  }
  return database.withoutStatementLimit(attemptMigration)
}

async function applyOnce(database: Database, migrations: Migration[], lockWaitMs: number): Promise<string[]> {
  const connection = await database.pool.connect()
  try {
    const appliedMigrations = await apply(connection, migrations, database.kind === 'postgres' ? lockWaitMs : 0)
    connection.release()
    return appliedMigrations
  } catch (error) {
    // Closing the connection also ends an open transaction.
    connection.release(error as Error)
    throw error
  }
}

async function apply(connection: pg.PoolClient, migrations: Migration[], lockWaitMs: number): Promise<string[]> {
  await connection.query(
    `BEGIN; SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.migrations}); SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = ${lockWaitMs}`,
  )
  await connection.query(REGISTER)
  const { rows } = await connection.query<{ name: string }>('SELECT name FROM applied_migrations')
  const appliedNames = new Set(rows.map(({ name }) => name))
  refuseNewer(appliedNames, migrations)
  const pendingMigrations = migrations.filter(({ name }) => !appliedNames.has(name))
  for (const migration of pendingMigrations) {
    await connection.query(migration.sql).catch((error: unknown) => {
      throw new Error(`Migration ${migration.name} failed: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      })
    })
    await connection.query('INSERT INTO applied_migrations (name, hash) VALUES ($1, $2)', [
      migration.name,
      migration.hash,
    ])
  }
  // A server whose user may not change the tables checks by these names that there is nothing to migrate.
  await connection.query('GRANT SELECT ON applied_migrations TO answerloom_system')
  const { command } = await connection.query('COMMIT')
  if (command === 'ROLLBACK') throw new Error('The migrations were rolled back.')
  return pendingMigrations.map(({ name }) => name)
}

/** The number that a migration's name begins with. */
const numberOf = (migrationName: string): number => Number.parseInt(migrationName, 10) || 0

function refuseNewer(appliedNames: Set<string>, migrations: Migration[]): void {
  const knownNames = new Set(migrations.map(({ name }) => name))
  const unknownNames = [...appliedNames].filter((migrationName) => !knownNames.has(migrationName))
  if (unknownNames.length === 0) return
  const newestName = migrations.at(-1)?.name ?? ''
  const foreignNames = unknownNames.filter((migrationName) => numberOf(migrationName) <= numberOf(newestName))
  if (foreignNames.length > 0)
    throw new AppError(
      'conflict',
      'database.diverged',
      `The database was written by another branch of this program: it has the migration ${foreignNames.join(', ')}, which this version lacks although it has ${newestName}. Start the version that wrote it, or restore a backup into an empty database.`,
    )
  throw new AppError(
    'conflict',
    'database.newer',
    `The database was written by a newer version of this program (it has the migration ${unknownNames.join(', ')}). Start that version, or restore an older backup.`,
  )
}
