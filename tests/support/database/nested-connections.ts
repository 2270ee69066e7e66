// Refuses a second connection inside an open transaction, on every database. PGlite has one session: there the
// transaction would wait for itself. PostgreSQL would hide it until all connections are taken.
import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Database } from '../../../src/platform/db/index.ts'

interface OpenTransaction {
  isOpen: boolean
}

/** The product's transaction in which the current code runs. */
const current = new AsyncLocalStorage<OpenTransaction>()

const OPENS = /^BEGIN\b.*SET LOCAL ROLE/s
const ENDS = /^(?:COMMIT|ROLLBACK)\s*;?$/i

/** Watches both pools of a test database; each refused connection is added to `refused` with its stack. */
export function refuseNestedConnections(database: Database, refused: string[]): void {
  const watched = new WeakSet<pg.PoolClient>()
  for (const pool of new Set([database.pool, database.backgroundPool])) {
    const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown
    pool.connect = ((...args: unknown[]) => {
      if (current.getStore()?.isOpen) {
        const error = new Error('A second connection was requested inside a transaction.')
        refused.push(error.stack ?? error.message)
        throw error
      }
      return connect(...args)
    }) as typeof pool.connect
    pool.on('acquire', (client) => {
      if (watched.has(client)) return
      watched.add(client)
      let transaction: OpenTransaction | undefined
      const send = client.query.bind(client) as (...args: unknown[]) => unknown
      client.query = ((...args: unknown[]) => {
        const [text] = args
        if (typeof text === 'string' && OPENS.test(text)) {
          transaction = { isOpen: true }
          current.enterWith(transaction)
        } else if (transaction && typeof text === 'string' && ENDS.test(text)) transaction.isOpen = false
        return send(...args)
      }) as typeof client.query
    })
  }
}
