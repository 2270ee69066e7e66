import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type NodePgDatabase,
  type NodePgQueryResultHKT,
  NodePgSession,
  NodePgTransaction,
} from 'drizzle-orm/node-postgres'
import { PgDialect, type PgSession } from 'drizzle-orm/pg-core'
import pg from 'pg'
import { AppError } from '../../kernel/app-error.ts'
import { isId } from '../../kernel/ids.ts'
import { traced } from '../tracing/index.ts'
import { poolFor } from './background-pool.ts'
import type { Database } from './database.ts'
import { isConnectionLost, mapDatabaseError, repeatOnConflict } from './errors.ts'
import { type ReadOrigin, readFrom } from './read-origin.ts'

/** Workspace and user whose rows are visible. */
interface TransactionScope {
  workspaceId: string
  userId: string | null
}

/** A read-only transaction does not wait for its commit, which cannot lose anything. */
type AccessMode = 'read' | 'write'

/** Drizzle bound to one connection inside an open transaction. Its `transaction` opens a savepoint. */
export type Tx = NodePgDatabase

const STATEMENT_TIMEOUT_MS = 30_000
const SYSTEM_STATEMENT_TIMEOUT_MS = 300_000
const IDLE_TIMEOUT_MS = 60_000

const postgresDialect = new PgDialect()
const gateBySession = new WeakMap<object, ConnectionGate>()
const commitHooks = new AsyncLocalStorage<(transaction: Tx) => Promise<void>>()

/**
 * Runs `work`, and `hook` as the last thing in every writing transaction that it opens: what the hook writes is committed
 * with the transaction, and a transaction in which it throws is rolled back.
 */
export const withCommitHook = <T>(
  commitHook: (transaction: Tx) => Promise<void>,
  hookedWork: () => Promise<T>,
): Promise<T> => commitHooks.run(commitHook, hookedWork)

/** The one thing a transaction may do with its connection, until it ends. */
class ConnectionGate {
  #client: pg.PoolClient
  #open = true

  constructor(connection: pg.PoolClient) {
    this.#client = connection
  }

  query(...queryArguments: unknown[]): unknown {
    if (!this.#open) {
      return Promise.reject(new Error('This transaction has ended; a statement was sent through it afterwards.'))
    }
    return Reflect.apply(this.#client.query, this.#client, queryArguments)
  }

  close(): void {
    this.#open = false
  }
}

/**
 * Runs `fn` in one transaction as `answerloom_app`, with row-level security bound to the workspace and the user.
 * Commits when `fn` resolves, rolls back when it throws. Throws unavailable `database.unavailable` or
 * `database.timeout`, and the errors of `fn`. `fn` must wait for nothing but the database and change nothing but the
 * database: after a deadlock, or when the replica failed, the transaction is retried, and `fn` runs again.
 * @param readOrigin for mode `read`: the replica may serve it
 */
export function workspaceTransaction<T>(
  database: Database,
  transactionScope: TransactionScope,
  operation: (transaction: Tx) => Promise<T>,
  accessMode: AccessMode = 'write',
  readOrigin: ReadOrigin | null = null,
): Promise<T> {
  // The ids stand in the text of the statement: nothing but a UUID may get there.
  if (!isId(transactionScope.workspaceId) || (transactionScope.userId !== null && !isId(transactionScope.userId))) {
    return Promise.reject(new AppError('invalid', 'scope.invalid', 'The workspace or the user is not a valid id.'))
  }
  const settings = { 'app.workspace_id': transactionScope.workspaceId, 'app.user_id': transactionScope.userId ?? '' }
  const beginStatement = beginStatements(database, 'answerloom_app', settings, STATEMENT_TIMEOUT_MS, accessMode)
  const { workspaceId } = transactionScope
  return readFrom(
    database,
    { origin: accessMode === 'read' ? readOrigin : null, workspaceId },
    {
      fromReplica: (pool) =>
        inSpan(accessMode, () => runOnce(database, pool, beginStatement, operation, accessMode, workspaceId)),
      fromPrimary: () => runTransaction(database, beginStatement, operation, accessMode, workspaceId),
    },
  )
}

/** The same as `answerloom_system`, for work that spans workspaces or has none yet. */
export function systemTransaction<T>(database: Database, operation: (transaction: Tx) => Promise<T>): Promise<T> {
  return runTransaction(
    database,
    beginStatements(database, 'answerloom_system', {}, SYSTEM_STATEMENT_TIMEOUT_MS, 'write'),
    operation,
    'write',
  )
}

/**
 * One SELECT as `answerloom_system` in one round trip: for what every request of a visitor begins with. `$1`, `$2` … stand
 * for the values, which are sent as literals. Throws as `systemTransaction` does.
 */
export async function systemLookup<R extends pg.QueryResultRow>(
  database: Database,
  selectStatement: string,
  statementValues: string[],
  readOrigin: ReadOrigin | null = null,
): Promise<R[]> {
  const statement = selectStatement.replace(/\$(\d+)/g, (_, valueNumber) =>
    pg.escapeLiteral(statementValues[valueNumber - 1] ?? ''),
  )
  const lookUp = async (pool: pg.Pool): Promise<R[]> => {
    try {
      // Several statements in one message are one transaction, so the role ends with it.
      const queryResults: unknown = await inSpan('read', () =>
        pool.query(`SET LOCAL ROLE answerloom_system; ${statement}`),
      )
      return (queryResults as pg.QueryResult<R>[])[1]?.rows ?? []
    } catch (error) {
      throw mapDatabaseError(error)
    }
  }
  return readFrom(
    database,
    { origin: readOrigin, workspaceId: null },
    { fromReplica: lookUp, fromPrimary: () => lookUp(poolFor(database)) },
  )
}

/** Sends a statement with `$1`-parameters through the connection of an open transaction. */
export async function queryIn<R extends pg.QueryResultRow>(
  transaction: Tx,
  statementText: string,
  statementValues: unknown[] = [],
): Promise<pg.QueryResult<R>> {
  const connectionGate = gateBySession.get(transaction._.session)
  if (!connectionGate) throw new Error('This is not a transaction of workspaceTransaction or systemTransaction.')
  return (await connectionGate.query(statementText, statementValues)) as pg.QueryResult<R>
}

/** One simple query, so that a scoped transaction costs one round trip more than a plain one. */
function beginStatements(
  database: Database,
  databaseRole: string,
  settings: Record<string, string>,
  statementTimeoutMs: number,
  accessMode: AccessMode,
): string {
  const localSettings = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`)
  // A standalone backend cannot interrupt itself; there the thread is watched from outside.
  if (database.kind === 'postgres') {
    localSettings.push(`set_config('statement_timeout', '${statementTimeoutMs}', true)`)
    localSettings.push(`set_config('idle_in_transaction_session_timeout', '${IDLE_TIMEOUT_MS}', true)`)
  }
  return `BEGIN READ ${accessMode === 'read' ? 'ONLY' : 'WRITE'}; SET LOCAL ROLE ${databaseRole}${localSettings.length ? `; SELECT ${localSettings.join(', ')}` : ''}`
}

/** @param payingWorkspace the workspace whose time of the database it is */
const runTransaction = <T>(
  database: Database,
  beginStatement: string,
  operation: (transaction: Tx) => Promise<T>,
  accessMode: AccessMode,
  payingWorkspace?: string,
): Promise<T> =>
  repeatOnConflict(() =>
    inSpan(accessMode, () =>
      runOnce(database, poolFor(database), beginStatement, operation, accessMode, payingWorkspace),
    ),
  )

/** A transaction in a trace; its statements may contain what people wrote. */
const inSpan = <T>(accessMode: AccessMode, work: () => Promise<T>): Promise<T> => {
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': accessMode }
  return traced('database transaction', { kind: 'client', attributes }, work)
}

async function runOnce<T>(
  database: Database,
  pool: pg.Pool,
  beginStatement: string,
  operation: (transaction: Tx) => Promise<T>,
  accessMode: AccessMode,
  payingWorkspace: string | undefined,
): Promise<T> {
  let connection: pg.PoolClient
  try {
    connection = await pool.connect()
  } catch (error) {
    throw mapDatabaseError(error)
  }
  const connectionGate = new ConnectionGate(connection)
  const passedMs = database.watch.timing(connection)
  let connectionError: Error | undefined
  let hasEnded = false
  // The following statements are pipelined without waiting; if this one failed, they would fail, too.
  const beginQuery = connection.query(beginStatement)
  beginQuery.catch(() => undefined)
  try {
    const transaction = bindSession(connectionGate)
    const operationResult = await operation(transaction)
    if (accessMode === 'write') await commitHooks.getStore()?.(transaction)
    connectionGate.close()
    if (accessMode === 'read') {
      hasEnded = true
      connection.query('COMMIT').then(
        () => connection.release(),
        (error: Error) => connection.release(error),
      )
      return operationResult
    }
    const { command } = await connection.query('COMMIT')
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, and no error.
    if (command === 'ROLLBACK') throw new Error('The transaction was rolled back: a statement in it failed unnoticed.')
    return operationResult
  } catch (thrownError) {
    connectionGate.close()
    const error = await beginQuery.then(
      () => thrownError,
      (firstRejection: unknown) => firstRejection,
    )
    connectionError = isConnectionLost(error) ? (error as Error) : await rollback(connection)
    throw mapDatabaseError(error)
  } finally {
    if (payingWorkspace) database.watch.noteTransaction(payingWorkspace, passedMs())
    if (!hasEnded) connection.release(connectionError)
  }
}

function bindSession(connectionGate: ConnectionGate): Tx {
  const drizzleSession = new NodePgSession(connectionGate as unknown as pg.PoolClient, postgresDialect, undefined)
  gateBySession.set(drizzleSession, connectionGate)
  const pgSession = drizzleSession as unknown as PgSession<
    NodePgQueryResultHKT,
    Record<string, never>,
    Record<string, never>
  >
  return new NodePgTransaction(postgresDialect, pgSession, undefined) as unknown as Tx
}

/** Returns the error when not even this is possible: the connection is then thrown away. */
async function rollback(connection: pg.PoolClient): Promise<Error | undefined> {
  try {
    await connection.query('ROLLBACK')
    return undefined
  } catch (error) {
    return error as Error
  }
}
