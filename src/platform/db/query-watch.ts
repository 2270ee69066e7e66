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

const SLOW_MS = 200
const STATEMENTS = 100
const WORKSPACES = 20_000
const SHOWN = 400

/** Values stand in some statements as literals: what people wrote must not be seen by an operator. */
const withoutValues = (statement: string): string =>
  statement
    .replace(/E?'(?:[^'\\]|''|\\.)*'/g, '?')
    .replace(/\b\d+\b/g, '?')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, SHOWN)

/** Remembers, since this process began, which statements were slow and how long each workspace's transactions took. */
export class QueryWatch {
  readonly #clock: (client: pg.PoolClient) => number
  #slow = new Map<string, SlowQuery>()
  #spent = new Map<string, TimeSpent>()

  /** @param clock milliseconds that count as time of the database, for a connection */
  constructor(clock: (client: pg.PoolClient) => number = () => performance.now()) {
    this.#clock = clock
  }

  /** The longest first. */
  slow(): SlowQuery[] {
    return [...this.#slow.values()].sort((left, right) => right.totalMs - left.totalMs)
  }

  spent(): ReadonlyMap<string, TimeSpent> {
    return this.#spent
  }

  noteTransaction(workspaceId: string, ms: number): void {
    const known = this.#spent.get(workspaceId)
    if (known) {
      known.transactions++
      known.ms += ms
    } else if (this.#spent.size < WORKSPACES) this.#spent.set(workspaceId, { transactions: 1, ms })
  }

  /** Begins to time what a connection does; the returned function ends it and says how many milliseconds it was. */
  timing(client: pg.PoolClient): () => number {
    const begun = this.#clock(client)
    return () => this.#clock(client) - begun
  }

  noteStatement(text: string, ms: number): void {
    if (ms < SLOW_MS) return
    const statement = withoutValues(text)
    const known = this.#slow.get(statement)
    if (!known && this.#slow.size >= STATEMENTS) {
      // Evicts the least important statement.
      const least = this.slow().at(-1)
      if (least) this.#slow.delete(least.statement)
    }
    this.#slow.set(statement, {
      statement,
      times: (known?.times ?? 0) + 1,
      longestMs: Math.max(known?.longestMs ?? 0, ms),
      totalMs: (known?.totalMs ?? 0) + ms,
      at: new Date(),
    })
  }

  /** Times every statement of a pool's connections. */
  follow(pool: pg.Pool): void {
    pool.on('connect', (client) => {
      const send = client.query.bind(client) as (...args: unknown[]) => unknown
      const timed = (...args: unknown[]): unknown => {
        const [first] = args
        const text = typeof first === 'string' ? first : String((first as { text?: unknown } | null)?.text ?? '')
        const passed = this.timing(client)
        const done = () => this.noteStatement(text, passed())
        const callback = args.at(-1)
        if (typeof callback === 'function') {
          return send(...args.slice(0, -1), (...outcome: unknown[]) => {
            done()
            return callback(...outcome)
          })
        }
        const result = send(...args)
        if (result instanceof Promise) result.then(done, done)
        return result
      }
      client.query = timed as typeof client.query
    })
  }
}
