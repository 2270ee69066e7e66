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
import { poolFor } from './background-pool.ts'
import type { Database } from './database.ts'
import { isConnectionLost, mapDatabaseError, repeatOnConflict } from './errors.ts'
import { type ReadOrigin, readFrom } from './read-origin.ts'

/** Workspace and user whose rows are visible. */
interface Scope {
  workspaceId: string
  userId: string | null
}

/** A read-only transaction does not wait for its commit, which cannot lose anything. */
type Mode = 'read' | 'write'

/** Drizzle bound to one connection inside an open transaction. Its `transaction` opens a savepoint. */
export type Tx = NodePgDatabase

const STATEMENT_TIMEOUT_MS = 30_000
const SYSTEM_STATEMENT_TIMEOUT_MS = 300_000
const IDLE_TIMEOUT_MS = 60_000

const dialect = new PgDialect()
const gates = new WeakMap<object, Gate>()
const commitHooks = new AsyncLocalStorage<(transaction: Tx) => Promise<void>>()

/**
 * Runs `work`, and `hook` as the last thing in every writing transaction that it opens: what the hook writes is committed
 * with the transaction, and a transaction in which it throws is rolled back.
 */
export const withCommitHook = <T>(hook: (transaction: Tx) => Promise<void>, work: () => Promise<T>): Promise<T> =>
  commitHooks.run(hook, work)

/** The one thing a transaction may do with its connection, until it ends. */
class Gate {
  #client: pg.PoolClient
  #open = true

  constructor(client: pg.PoolClient) {
    this.#client = client
  }

  query(...args: unknown[]): unknown {
    if (!this.#open) {
      return Promise.reject(new Error('This transaction has ended; a statement was sent through it afterwards.'))
    }
    return Reflect.apply(this.#client.query, this.#client, args)
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
 * @param origin for mode `read`: the replica may serve it
 */
export function workspaceTransaction<T>(
  db: Database,
  scope: Scope,
  fn: (transaction: Tx) => Promise<T>,
  mode: Mode = 'write',
  origin: ReadOrigin | null = null,
): Promise<T> {
  // The ids stand in the text of the statement: nothing but a UUID may get there.
  if (!isId(scope.workspaceId) || (scope.userId !== null && !isId(scope.userId))) {
    return Promise.reject(new AppError('invalid', 'scope.invalid', 'The workspace or the user is not a valid id.'))
  }
  const settings = { 'app.workspace_id': scope.workspaceId, 'app.user_id': scope.userId ?? '' }
  const begin = beginStatements(db, 'answerloom_app', settings, STATEMENT_TIMEOUT_MS, mode)
  const { workspaceId } = scope
  return readFrom(
    db,
    { origin: mode === 'read' ? origin : null, workspaceId },
    {
      fromReplica: (pool) => runOnce(db, pool, begin, fn, mode, workspaceId),
      fromPrimary: () => run(db, begin, fn, mode, workspaceId),
    },
  )
}

/** The same as `answerloom_system`, for work that spans workspaces or has none yet. */
export function systemTransaction<T>(db: Database, fn: (transaction: Tx) => Promise<T>): Promise<T> {
  return run(db, beginStatements(db, 'answerloom_system', {}, SYSTEM_STATEMENT_TIMEOUT_MS, 'write'), fn, 'write')
}

/**
 * One SELECT as `answerloom_system` in one round trip: for what every request of a visitor begins with. `$1`, `$2` … stand
 * for the values, which are sent as literals. Throws as `systemTransaction` does.
 */
export async function systemLookup<R extends pg.QueryResultRow>(
  db: Database,
  select: string,
  values: string[],
  origin: ReadOrigin | null = null,
): Promise<R[]> {
  const statement = select.replace(/\$(\d+)/g, (_, n) => pg.escapeLiteral(values[n - 1] ?? ''))
  const look = async (pool: pg.Pool): Promise<R[]> => {
    try {
      // Several statements in one message are one transaction, so the role ends with it.
      const results: unknown = await pool.query(`SET LOCAL ROLE answerloom_system; ${statement}`)
      return (results as pg.QueryResult<R>[])[1]?.rows ?? []
    } catch (error) {
      throw mapDatabaseError(error)
    }
  }
  return readFrom(db, { origin, workspaceId: null }, { fromReplica: look, fromPrimary: () => look(poolFor(db)) })
}

/** Sends a statement with `$1`-parameters through the connection of an open transaction. */
export async function queryIn<R extends pg.QueryResultRow>(
  transaction: Tx,
  text: string,
  values: unknown[] = [],
): Promise<pg.QueryResult<R>> {
  const gate = gates.get(transaction._.session)
  if (!gate) throw new Error('This is not a transaction of workspaceTransaction or systemTransaction.')
  return (await gate.query(text, values)) as pg.QueryResult<R>
}

/** One simple query, so that a scoped transaction costs one round trip more than a plain one. */
function beginStatements(
  db: Database,
  role: string,
  settings: Record<string, string>,
  timeout: number,
  mode: Mode,
): string {
  const local = Object.entries(settings).map(([name, value]) => `set_config('${name}', '${value}', true)`)
  // A standalone backend cannot interrupt itself; there the thread is watched from outside.
  if (db.kind === 'postgres') {
    local.push(`set_config('statement_timeout', '${timeout}', true)`)
    local.push(`set_config('idle_in_transaction_session_timeout', '${IDLE_TIMEOUT_MS}', true)`)
  }
  return `BEGIN READ ${mode === 'read' ? 'ONLY' : 'WRITE'}; SET LOCAL ROLE ${role}${local.length ? `; SELECT ${local.join(', ')}` : ''}`
}

/** @param payer the workspace whose time of the database it is */
const run = <T>(
  db: Database,
  begin: string,
  fn: (transaction: Tx) => Promise<T>,
  mode: Mode,
  payer?: string,
): Promise<T> => repeatOnConflict(() => runOnce(db, poolFor(db), begin, fn, mode, payer))

async function runOnce<T>(
  db: Database,
  pool: pg.Pool,
  begin: string,
  fn: (transaction: Tx) => Promise<T>,
  mode: Mode,
  payer: string | undefined,
): Promise<T> {
  let client: pg.PoolClient
  try {
    client = await pool.connect()
  } catch (error) {
    throw mapDatabaseError(error)
  }
  const gate = new Gate(client)
  const passed = db.watch.timing(client)
  let broken: Error | undefined
  let ended = false
  // The following statements are pipelined without waiting; if this one failed, they would fail, too.
  const begun = client.query(begin)
  begun.catch(() => undefined)
  try {
    const transaction = bind(gate)
    const result = await fn(transaction)
    if (mode === 'write') await commitHooks.getStore()?.(transaction)
    gate.close()
    if (mode === 'read') {
      ended = true
      client.query('COMMIT').then(
        () => client.release(),
        (error: Error) => client.release(error),
      )
      return result
    }
    const { command } = await client.query('COMMIT')
    // PostgreSQL answers COMMIT of a failed transaction with ROLLBACK, and no error.
    if (command === 'ROLLBACK') throw new Error('The transaction was rolled back: a statement in it failed unnoticed.')
    return result
  } catch (thrown) {
    gate.close()
    const error = await begun.then(
      () => thrown,
      (first: unknown) => first,
    )
    broken = isConnectionLost(error) ? (error as Error) : await rollback(client)
    throw mapDatabaseError(error)
  } finally {
    if (payer) db.watch.noteTransaction(payer, passed())
    if (!ended) client.release(broken)
  }
}

function bind(gate: Gate): Tx {
  const session = new NodePgSession(gate as unknown as pg.PoolClient, dialect, undefined)
  gates.set(session, gate)
  const pgSession = session as unknown as PgSession<NodePgQueryResultHKT, Record<string, never>, Record<string, never>>
  return new NodePgTransaction(dialect, pgSession, undefined) as unknown as Tx
}

/** Returns the error when not even this is possible: the connection is then thrown away. */
async function rollback(client: pg.PoolClient): Promise<Error | undefined> {
  try {
    await client.query('ROLLBACK')
    return undefined
  } catch (error) {
    return error as Error
  }
}
