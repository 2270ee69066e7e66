import type pg from 'pg'
import { AppError } from '../../../kernel/app-error.ts'
import type { Database } from '../database.ts'
import {
  type CopiedTable,
  describeTable,
  qualifiedName,
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

export interface CopyResult {
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
export function copyDatabase(
  sourceDatabase: Database,
  targetDatabase: Database,
  copyOptions: CopyOptions,
): Promise<CopyResult> {
  return sourceDatabase.withoutStatementLimit(() =>
    targetDatabase.withoutStatementLimit(() =>
      inOneTransaction(sourceDatabase, 'READ ONLY', (sourceConnection) =>
        inOneTransaction(targetDatabase, 'READ WRITE', (targetConnection) =>
          copyAllTables(sourceConnection, targetConnection, copyOptions),
        ),
      ),
    ),
  )
}

async function inOneTransaction<T>(
  database: Database,
  accessMode: 'READ ONLY' | 'READ WRITE',
  runInTransaction: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const connection = await database.pool.connect()
  let connectionError: Error | undefined
  try {
    await connection.query(`BEGIN ISOLATION LEVEL REPEATABLE READ ${accessMode}; ${SAME_TEXTS}`)
    if (database.kind === 'postgres')
      await connection.query('SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0')
    const transactionResult = await runInTransaction(connection)
    const { command } = await connection.query('COMMIT')
    if (command === 'ROLLBACK') throw new Error('The copy was rolled back.')
    return transactionResult
  } catch (error) {
    // Closing the connection also ends an open transaction.
    connectionError = error as Error
    throw error
  } finally {
    connection.release(connectionError)
  }
}

async function copyAllTables(
  sourceConnection: pg.PoolClient,
  targetConnection: pg.PoolClient,
  copyOptions: CopyOptions,
): Promise<CopyResult> {
  const schemaNames = { from: await schemaOf(sourceConnection), to: await schemaOf(targetConnection) }
  await refuseDifferent(sourceConnection, targetConnection)
  const tablePairs: { source: CopiedTable; target: CopiedTable }[] = []
  const ownTables = (await tablesOf(sourceConnection, schemaNames.from)).filter((tableName) => tableName !== REGISTER)
  const tableChoices = [
    ...ownTables.map((tableName) => ({ schema: schemaNames.from, table: tableName })),
    ...copyOptions.also,
  ]
  for (const tableChoice of tableChoices) {
    const sourceTable = await describeTable(sourceConnection, tableChoice)
    const targetSchema = tableChoice.schema === schemaNames.from ? schemaNames.to : tableChoice.schema
    const targetTable = await describeTable(targetConnection, { schema: targetSchema, table: tableChoice.table })
    if (!sourceTable || !targetTable) throw different(tableChoice.table)
    tablePairs.push({ source: sourceTable, target: matchingColumns(sourceTable, targetTable) })
  }
  const targetTables = tablePairs.map(({ target }) => target)
  await refuseFull(targetConnection, targetTables, copyOptions.mustBeEmpty)
  const restoreGuards = await takeDownGuards(targetConnection, schemaNames.to)
  await emptyTables(targetConnection, targetTables, schemaNames.to)
  for (const { source, target } of tablePairs) {
    let copiedRows = 0
    for await (const rowBatch of readRows(sourceConnection, source)) {
      await writeRows(targetConnection, target, rowBatch)
      copiedRows += rowBatch.length
    }
    copyOptions.progress?.(source.table, copiedRows)
  }
  for (const sequenceName of await sequencesOf(sourceConnection, schemaNames.from))
    await copySequence(sourceConnection, targetConnection, sequenceName, schemaNames)
  let copiedRows = 0
  for (const { source, target } of tablePairs)
    copiedRows += await compareRows(sourceConnection, targetConnection, source, target)
  for (const statement of restoreGuards) await targetConnection.query(statement)
  return { tables: tablePairs.length, rows: copiedRows }
}

async function schemaOf(connection: pg.PoolClient): Promise<string> {
  const { rows } = await connection.query<{ name: string }>('SELECT current_schema() AS name')
  return rows[0]?.name ?? 'public'
}

const different = (difference: string) =>
  new AppError(
    'conflict',
    'move.schemas_differ',
    `The two databases are not of the same version (${difference}). Start this version once on the one to be moved, stop it, and try again.`,
  )

async function refuseDifferent(sourceConnection: pg.PoolClient, targetConnection: pg.PoolClient): Promise<void> {
  const migrations = async (connection: pg.PoolClient) => {
    const { rows } = await connection.query<{ name: string; hash: string }>(
      `SELECT name, hash FROM ${REGISTER} ORDER BY name COLLATE "C"`,
    )
    return JSON.stringify(rows)
  }
  if ((await migrations(sourceConnection)) !== (await migrations(targetConnection))) throw different(REGISTER)
}

/** The target's table with what was chosen of the source's. What was put in the place of a value is what is there now. */
function matchingColumns(sourceTable: CopiedTable, targetTable: CopiedTable): CopiedTable {
  if (JSON.stringify(sourceTable.columns) !== JSON.stringify(targetTable.columns)) throw different(sourceTable.table)
  return { ...targetTable, key: sourceTable.key }
}

async function refuseFull(
  targetConnection: pg.PoolClient,
  targetTables: CopiedTable[],
  tableNames: readonly string[],
): Promise<void> {
  for (const ownTable of targetTables.filter((copiedTable) => tableNames.includes(copiedTable.table))) {
    const { rowCount } = await targetConnection.query(`SELECT FROM ${qualifiedName(ownTable)} LIMIT 1`)
    if (!rowCount) continue
    throw new AppError(
      'conflict',
      'move.target_not_empty',
      `The PostgreSQL database already holds data (there are rows in ${ownTable.table}). Give it an empty one.`,
    )
  }
}

async function emptyTables(
  targetConnection: pg.PoolClient,
  targetTables: CopiedTable[],
  schemaName: string,
): Promise<void> {
  const tablesOfSchema = targetTables.filter((targetTable) => targetTable.schema === schemaName).map(qualifiedName)
  if (tablesOfSchema.length > 0) await targetConnection.query(`TRUNCATE ${tablesOfSchema.join(', ')}`)
  for (const targetTable of targetTables)
    if (targetTable.schema !== schemaName) await targetConnection.query(`DELETE FROM ${qualifiedName(targetTable)}`)
}

async function copySequence(
  sourceConnection: pg.PoolClient,
  targetConnection: pg.PoolClient,
  sequenceName: string,
  schemaNames: { from: string; to: string },
): Promise<void> {
  const { rows } = await sourceConnection.query<{ at: string; used: boolean }>(
    `SELECT last_value::text AS at, is_called AS used FROM ${qualifiedName({ schema: schemaNames.from, table: sequenceName })}`,
  )
  const sequence = `${quotedName(schemaNames.to)}.${quotedName(sequenceName)}`
  if (rows[0])
    await targetConnection.query('SELECT setval($1::regclass, $2::bigint, $3)', [sequence, rows[0].at, rows[0].used])
}
