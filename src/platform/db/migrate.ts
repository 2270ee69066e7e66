import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type pg from 'pg'
import { AppError } from '../../kernel/app-error.ts'
import { inProgram } from '../program/index.ts'
import type { Database } from './database.ts'
import { mapDatabaseError } from './errors.ts'

export const MIGRATIONS = inProgram('migrations')
/** One number for all processes of the product; any will do. */
const LOCK = 715_225_739

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

/**
 * Brings the schema to the state of the code: all or nothing, in one transaction, and by one process at a time. Returns
 * the names applied. Throws conflict `database.newer` when the database knows migrations that the code does not.
 */
export async function migrate(db: Database): Promise<{ applied: string[] }> {
  return applyMigrations(db, await readMigrations())
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

export function applyMigrations(db: Database, migrations: Migration[]): Promise<{ applied: string[] }> {
  return db.withoutStatementLimit(async () => {
    try {
      const client = await db.pool.connect()
      try {
        const applied = await apply(client, migrations)
        client.release()
        return { applied }
      } catch (error) {
        // Closing the connection also ends whatever it left open.
        client.release(error as Error)
        throw error
      }
    } catch (error) {
      throw mapDatabaseError(error)
    }
  })
}

async function apply(client: pg.PoolClient, migrations: Migration[]): Promise<string[]> {
  await client.query(`BEGIN; SELECT pg_advisory_xact_lock(${LOCK}); SET LOCAL statement_timeout = 0`)
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
  const { command } = await client.query('COMMIT')
  if (command === 'ROLLBACK') throw new Error('The migrations were rolled back.')
  return pending.map(({ name }) => name)
}

function refuseNewer(done: Set<string>, migrations: Migration[]): void {
  const known = new Set(migrations.map(({ name }) => name))
  const unknown = [...done].filter((name) => !known.has(name))
  if (unknown.length === 0) return
  throw new AppError(
    'conflict',
    'database.newer',
    `The database was written by a newer version of this program (it has the migration ${unknown.join(', ')}). Start that version, or restore an older backup.`,
  )
}
