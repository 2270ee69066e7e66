import type pg from 'pg'

/** A statement as it was sent, without what it was asked about. */
export interface SlowQuery {
  statement: string
  times: number
  /**
   * In milliseconds, from sending to the last row. Waiting for earlier statements of the connection is included, waiting
   * for the turn of the connection (on the embedded database) is not.
   */
  longestMs: number
  totalMs: number
  /** When it was slow last. */
  at: Date
}

export interface TimeSpent {
  transactions: number
  ms: number
}

const SLOW_STATEMENT_MS = 200
const STATEMENTS = 100
const WORKSPACES = 20_000
const SHOWN_CHARACTERS = 400

/** Values stand in some statements as literals: what people wrote must not be seen by an operator. */
const withoutValues = (statement: string): string =>
  statement
    .replace(/E?'(?:[^'\\]|''|\\.)*'/g, '?')
    .replace(/\b\d+\b/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, SHOWN_CHARACTERS)

/** Remembers, since this process began, which statements were slow and how long each workspace's transactions took. */
export class QueryWatch {
  readonly #clock: (client: pg.PoolClient) => number
  #slow = new Map<string, SlowQuery>()
  #spent = new Map<string, TimeSpent>()

  /** @param connectionClock milliseconds that count as time of the database, for a connection */
  constructor(connectionClock: (client: pg.PoolClient) => number = () => performance.now()) {
    this.#clock = connectionClock
  }

  /** The longest first. */
  slow(): SlowQuery[] {
    return [...this.#slow.values()].sort(
      (leftStatement, rightStatement) => rightStatement.totalMs - leftStatement.totalMs,
    )
  }

  spent(): ReadonlyMap<string, TimeSpent> {
    return this.#spent
  }

  noteTransaction(workspaceId: string, durationMs: number): void {
    const knownEntry = this.#spent.get(workspaceId)
    if (knownEntry) {
      knownEntry.transactions++
      knownEntry.ms += durationMs
    } else if (this.#spent.size < WORKSPACES) this.#spent.set(workspaceId, { transactions: 1, ms: durationMs })
  }

  /** Begins to time what a connection does; the returned function ends it and says how many milliseconds it was. */
  timing(connection: pg.PoolClient): () => number {
    const startedAt = this.#clock(connection)
    return () => this.#clock(connection) - startedAt
  }

  noteStatement(statementText: string, durationMs: number): void {
    if (durationMs < SLOW_STATEMENT_MS) return
    const statement = withoutValues(statementText)
    const knownEntry = this.#slow.get(statement)
    if (!knownEntry && this.#slow.size >= STATEMENTS) {
      // Evicts the least important statement.
      const leastSlow = this.slow().at(-1)
      if (leastSlow) this.#slow.delete(leastSlow.statement)
    }
    this.#slow.set(statement, {
      statement,
      times: (knownEntry?.times ?? 0) + 1,
      longestMs: Math.max(knownEntry?.longestMs ?? 0, durationMs),
      totalMs: (knownEntry?.totalMs ?? 0) + durationMs,
      at: new Date(),
    })
  }

  /** Times every statement of a pool's connections. */
  follow(connectionPool: pg.Pool): void {
    connectionPool.on('connect', (connection) => {
      const sendQuery = connection.query.bind(connection) as (...args: unknown[]) => unknown
      const timedQuery = (...queryArguments: unknown[]): unknown => {
        const [first] = queryArguments
        const statementText =
          typeof first === 'string' ? first : String((first as { text?: unknown } | null)?.text ?? '')
        const passedMs = this.timing(connection)
        const noteDuration = () => this.noteStatement(statementText, passedMs())
        const callback = queryArguments.at(-1)
        if (typeof callback === 'function') {
          return sendQuery(...queryArguments.slice(0, -1), (...callbackArguments: unknown[]) => {
            noteDuration()
            return callback(...callbackArguments)
          })
        }
        const queryResult = sendQuery(...queryArguments)
        if (queryResult instanceof Promise) queryResult.then(noteDuration, noteDuration)
        return queryResult
      }
      connection.query = timedQuery as typeof connection.query
    })
  }
}
