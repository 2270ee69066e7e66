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
const REST_MS = 500
const MAX_MS = 5 * 60_000

const REGISTER = `CREATE TABLE IF NOT EXISTS applied_migrations (
  name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`

export interface Migration {
  name: string
  sql: string
  hash: string
}

/** The migrations of a folder in their order, which is that of their names. */
export async function readMigrations(folder: string = MIGRATIONS): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  return Promise.all(
    files.map(async (file) => {
      const sql = await readFile(new URL(file, `file://${folder.endsWith('/') ? folder : `${folder}/`}`), 'utf8')
      return { name: file.slice(0, -4), sql, hash: createHash('sha256').update(sql).digest('hex') }
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
  db: Database,
  options: { keep?: KeepBefore; migrations?: Migration[] } = {},
): Promise<{ applied: string[]; kept: string | null }> {
  const { keep, migrations = await readMigrations() } = options
  const rights = await checkDatabaseRights(db)
  const pending = async () => {
    const done = await appliedTo(db)
    refuseNewer(done, migrations)
    return done.size > 0 ? migrations.find(({ name }) => !done.has(name)) : undefined
  }
  if (rights === 'runtime') {
    const next = await pending()
    if (next) throw notMigrated(`the migration ${next.name}`)
    return { applied: [], kept: null }
  }
  if (!keep || !(await pending())) return { ...(await applyMigrations(db, migrations)), kept: null }
  return oneAtATime(db, async () => {
    const next = await pending()
    const kept = next ? await keep(db, next.name) : null
    return { ...(await applyMigrations(db, migrations)), kept }
  })
}

/** The embedded database has one session only, which `run` needs; no other process can use it. */
async function oneAtATime<T>(db: Database, run: () => Promise<T>): Promise<T> {
  if (db.kind === 'pglite') return run()
  const client = await db.directPool.connect().catch((error: unknown) => {
    throw mapDatabaseError(error)
  })
  try {
    await client.query(`SET statement_timeout = 0; SELECT pg_advisory_lock(${ADVISORY_LOCKS.copyBeforeMigrating})`)
    return await run()
  } finally {
    // Closing the connection gives the lock back.
    client.release(true)
  }
}

/** The names of what was applied; none where nothing ever was. */
async function appliedTo(db: Database): Promise<Set<string>> {
  try {
    const there = await db.pool.query<{ there: boolean }>(
      "SELECT to_regclass('applied_migrations') IS NOT NULL AS there",
    )
    if (!there.rows[0]?.there) return new Set()
    const { rows } = await db.pool.query<{ name: string }>('SELECT name FROM applied_migrations')
    return new Set(rows.map(({ name }) => name))
  } catch (error) {
    throw mapDatabaseError(error)
  }
}

/** The schema as it was when these migrations, and no others, had been applied. Throws as `migrate` does. */
export async function migrateTo(db: Database, names: readonly string[]): Promise<void> {
  const known = await readMigrations()
  refuseNewer(new Set(names), known)
  await applyMigrations(
    db,
    known.filter(({ name }) => names.includes(name)),
  )
}

export function applyMigrations(
  db: Database,
  migrations: Migration[],
  options: { lockWaitMs?: number } = {},
): Promise<{ applied: string[] }> {
  const giveUpAt = Date.now() + MAX_MS
  const attempt = async (): Promise<{ applied: string[] }> => {
    try {
      return { applied: await applyOnce(db, migrations, options.lockWaitMs ?? LOCK_WAIT_MS) }
    } catch (error) {
      if (databaseErrorCode(error) !== '55P03' || Date.now() > giveUpAt) throw mapDatabaseError(error)
      await delay(REST_MS)
      return attempt()
    }
  }
  return db.withoutStatementLimit(attempt)
}

async function applyOnce(db: Database, migrations: Migration[], lockWaitMs: number): Promise<string[]> {
  const client = await db.pool.connect()
  try {
    const applied = await apply(client, migrations, db.kind === 'postgres' ? lockWaitMs : 0)
    client.release()
    return applied
  } catch (error) {
    // Closing the connection also ends an open transaction.
    client.release(error as Error)
    throw error
  }
}

async function apply(client: pg.PoolClient, migrations: Migration[], lockWaitMs: number): Promise<string[]> {
  await client.query(
    `BEGIN; SELECT pg_advisory_xact_lock(${ADVISORY_LOCKS.migrations}); SET LOCAL statement_timeout = 0; SET LOCAL lock_timeout = ${lockWaitMs}`,
  )
  await client.query(REGISTER)
  const { rows } = await client.query<{ name: string }>('SELECT name FROM applied_migrations')
  const done = new Set(rows.map(({ name }) => name))
  refuseNewer(done, migrations)
  const pending = migrations.filter(({ name }) => !done.has(name))
  for (const migration of pending) {
    await client.query(migration.sql).catch((error: unknown) => {
      throw new Error(`Migration ${migration.name} failed: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      })
    })
    await client.query('INSERT INTO applied_migrations (name, hash) VALUES ($1, $2)', [migration.name, migration.hash])
  }
  // A server whose user may not change the tables checks by these names that there is nothing to migrate.
  await client.query('GRANT SELECT ON applied_migrations TO answerloom_system')
  const { command } = await client.query('COMMIT')
  if (command === 'ROLLBACK') throw new Error('The migrations were rolled back.')
  return pending.map(({ name }) => name)
}

/** The number that a migration's name begins with. */
const numberOf = (name: string): number => Number.parseInt(name, 10) || 0

function refuseNewer(done: Set<string>, migrations: Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...done].filter((name) => !known.has(name))
  if (unknown.length === 0) return
  const newest = migrations.at(-1)?.name ?? ''
  const foreign = unknown.filter((name) => numberOf(name) <= numberOf(newest))
  if (foreign.length > 0)
    throw new AppError(
      'conflict',
      'database.diverged',
      `The database was written by another branch of this program: it has the migration ${foreign.join(', ')}, which this version lacks although it has ${newest}. Start the version that wrote it, or restore a backup into an empty database.`,
    )
  throw new AppError(
    'conflict',
    'database.newer',
    `The database was written by a newer version of this program (it has the migration ${unknown.join(', ')}). Start that version, or restore an older backup.`,
  )
}
