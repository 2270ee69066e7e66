import type pg from 'pg'
import { AppError } from '../../../kernel/app-error.ts'
import type { Database } from '../database.ts'
import {
  type CopiedTable,
  describeTable,
  nameOf,
  quotedName,
  sequencesOf,
  type TableChoice,
  tablesOf,
  takeDownGuards,
} from './catalog.ts'
import { compareRows, readRows, SAME_TEXTS, writeRows } from './rows.ts'

export interface CopyOptions {
  /** Tables of another schema that go along; what is in them at the target goes. */
  also: readonly TableChoice[]
  /** The target may hold no row of these: what they hold would be lost. */
  mustBeEmpty: readonly string[]
  /** Called after each table is copied. */
  progress?: (table: string, rows: number) => void
}

export interface Copied {
  tables: number
  rows: number
}

/** Which state the schema is in; it is the target's own. */
const REGISTER = 'applied_migrations'

/**
 * Copies every row of one migrated database into another with the same schema and compares every column of each row
 * with its source. All or nothing: one transaction in the target, which restores dropped constraints and checks foreign
 * keys at its end. No process may write to either database. Throws conflict `move.target_not_empty`,
 * `move.schemas_differ`, and an error with the first differing row.
 */
export function copyDatabase(source: Database, target: Database, options: CopyOptions): Promise<Copied> {
  return source.withoutStatementLimit(() =>
    target.withoutStatementLimit(() =>
      inOneTransaction(source, 'READ ONLY', (from) =>
        inOneTransaction(target, 'READ WRITE', (to) => copyAll(from, to, options)),
      ),
    ),
  )
}

async function inOneTransaction<T>(
  db: Database,
  mode: 'READ ONLY' | 'READ WRITE',
  run: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await db.pool.connect()
  let broken: Error | undefined
  try {
    await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ ${mode}; ${SAME_TEXTS}`)
    if (db.kind === 'postgres')
      await client.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0')
    const result = await run(client)
    const { command } = await client.query('COMMIT')
    if (command === 'ROLLBACK') throw new Error('The copy was rolled back.')
    return result
  } catch (error) {
    // Closing the connection also ends an open transaction.
    broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}

async function copyAll(from: pg.PoolClient, to: pg.PoolClient, options: CopyOptions): Promise<Copied> {
  const schemas = { from: await schemaOf(from), to: await schemaOf(to) }
  await refuseDifferent(from, to)
  const pairs: { source: CopiedTable; target: CopiedTable }[] = []
  const own = (await tablesOf(from, schemas.from)).filter((table) => table !== REGISTER)
  const choices = [...own.map((table) => ({ schema: schemas.from, table })), ...options.also]
  for (const choice of choices) {
    const source = await describeTable(from, choice)
    const schema = choice.schema === schemas.from ? schemas.to : choice.schema
    const target = await describeTable(to, { schema, table: choice.table })
    if (!source || !target) throw different(choice.table)
    pairs.push({ source, target: alike(source, target) })
  }
  const targets = pairs.map(({ target }) => target)
  await refuseFull(to, targets, options.mustBeEmpty)
  const putBack = await takeDownGuards(to, schemas.to)
  await empty(to, targets, schemas.to)
  for (const { source, target } of pairs) {
    let rows = 0
    for await (const batch of readRows(from, source)) {
      await writeRows(to, target, batch)
      rows += batch.length
    }
    options.progress?.(source.table, rows)
  }
  for (const name of await sequencesOf(from, schemas.from)) await copySequence(from, to, name, schemas)
  let rows = 0
  for (const { source, target } of pairs) rows += await compareRows(from, to, source, target)
  for (const statement of putBack) await to.query(statement)
  return { tables: pairs.length, rows }
}

async function schemaOf(client: pg.PoolClient): Promise<string> {
  const { rows } = await client.query<{ name: string }>('SELECT current_schema() AS name')
  return rows[0]?.name ?? 'public'
}

const different = (what: string) =>
  new AppError(
    'conflict',
    'move.schemas_differ',
    `The two databases are not of the same version (${what}). Start this version once on the one to be moved, stop it, and try again.`,
  )

async function refuseDifferent(from: pg.PoolClient, to: pg.PoolClient): Promise<void> {
  const migrations = async (client: pg.PoolClient) => {
    const { rows } = await client.query<{ name: string; hash: string }>(
      `SELECT name, hash FROM ${REGISTER} ORDER BY name COLLATE "C"`,
    )
    return JSON.stringify(rows)
  }
  if ((await migrations(from)) !== (await migrations(to))) throw different(REGISTER)
}

/** The target's table with what was chosen of the source's. What was put in the place of a value is what is there now. */
function alike(source: CopiedTable, target: CopiedTable): CopiedTable {
  if (JSON.stringify(source.columns) !== JSON.stringify(target.columns)) throw different(source.table)
  return { ...target, key: source.key }
}

async function refuseFull(to: pg.PoolClient, tables: CopiedTable[], names: readonly string[]): Promise<void> {
  for (const table of tables.filter((one) => names.includes(one.table))) {
    const { rowCount } = await to.query(`SELECT FROM ${nameOf(table)} LIMIT 1`)
    if (!rowCount) continue
    throw new AppError(
      'conflict',
      'move.target_not_empty',
      `The PostgreSQL database already holds data (there are rows in ${table.table}). Give it an empty one.`,
    )
  }
}

async function empty(to: pg.PoolClient, tables: CopiedTable[], schema: string): Promise<void> {
  const own = tables.filter((table) => table.schema === schema).map(nameOf)
  if (own.length > 0) await to.query(`TRUNCATE ${own.join(', ')}`)
  for (const table of tables) if (table.schema !== schema) await to.query(`DELETE FROM ${nameOf(table)}`)
}

async function copySequence(
  from: pg.PoolClient,
  to: pg.PoolClient,
  name: string,
  schemas: { from: string; to: string },
): Promise<void> {
  const { rows } = await from.query<{ at: string; used: boolean }>(
    `SELECT last_value::text AS at, is_called AS used FROM ${nameOf({ schema: schemas.from, table: name })}`,
  )
  const sequence = `${quotedName(schemas.to)}.${quotedName(name)}`
  if (rows[0]) await to.query('SELECT setval($1::regclass, $2::bigint, $3)', [sequence, rows[0].at, rows[0].used])
}
