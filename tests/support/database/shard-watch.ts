// Observes which shards PostgreSQL asks for each statement of the application: runs it under EXPLAIN ANALYZE first, in its
// own transaction and with its values, and undoes that.
import type pg from 'pg'
import type { Database } from '../../../src/platform/db/index.ts'
import { PARTITION } from './shards.ts'

export interface ObservedStatement {
  text: string
  /** The application's step. */
  during: string
  /** Shards whose partitions were read or changed. */
  shards: number[]
  /** Tables of these partitions. */
  tables: string[]
  /** The error, if it cannot run. */
  error: string | null
}

export interface ShardWatch {
  /** Names what the following statements belong to; null for the test's own work, which is not observed. */
  during(name: string | null): void
  observed: ObservedStatement[]
}

interface PlanNode {
  'Relation Name'?: string
  Relations?: string
  'Actual Loops': number
  Plans?: PlanNode[]
}

const SENT_ALONE = /^SET LOCAL ROLE \w+; /
const PLANNED = /^\s*(?:select|insert|update|delete|with|declare)\b/i
const ENDS = /^\s*(?:COMMIT|ROLLBACK)\s*;?\s*$/i

export function watchShards(db: Database): ShardWatch {
  let during: string | null = null
  const observed: ObservedStatement[] = []
  const watched = new WeakSet<pg.PoolClient>()
  db.pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    const send = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult | pg.QueryResult[]>
    let isOpen = false
    /** Sent before the statement itself; the driver keeps the order. */
    const observe = (whole: string, values: unknown[] | undefined, name: string) => {
      const [role = ''] = SENT_ALONE.exec(whole) ?? []
      const text = whole.slice(role.length)
      if (!PLANNED.test(text)) return
      const quietly = (statements: string) => void send(statements).catch(() => {})
      quietly(isOpen ? 'SAVEPOINT watched' : `BEGIN; ${role}`)
      const entry: ObservedStatement = { text, during: name, shards: [], tables: [], error: null }
      observed.push(entry)
      send(`EXPLAIN (ANALYZE, VERBOSE, FORMAT JSON) ${text}`, values).then(
        (result) => Object.assign(entry, touched((result as pg.QueryResult).rows[0]['QUERY PLAN'][0].Plan)),
        (error: Error) => Object.assign(entry, { error: error.message }),
      )
      quietly(isOpen ? 'ROLLBACK TO SAVEPOINT watched; RELEASE SAVEPOINT watched' : 'ROLLBACK')
    }
    client.query = ((...args: unknown[]) => {
      const [first, second] = args
      const config = typeof first === 'string' ? { text: first } : (first as { text?: string; values?: unknown[] })
      const text = config.text ?? ''
      if (/^BEGIN\b/.test(text)) isOpen = true
      else if (ENDS.test(text)) isOpen = false
      else if (during !== null) observe(text, config.values ?? (Array.isArray(second) ? second : undefined), during)
      return send(...args)
    }) as typeof client.query
  })
  return {
    during: (name) => {
      during = name
    },
    observed,
  }
}

/** The partitions of the plan that were executed. */
function touched(plan: PlanNode): Pick<ObservedStatement, 'shards' | 'tables'> {
  const found = executedNodes(plan).flatMap((node) => [
    ...`${node['Relation Name'] ?? ''} ${node.Relations ?? ''}`.matchAll(PARTITION),
  ])
  const distinct = (values: string[]) => [...new Set(values)].sort()
  return {
    tables: distinct(found.map(([, table = '']) => table)),
    shards: distinct(found.map(([, , shard = '']) => shard)).map(Number),
  }
}

const executedNodes = (node: PlanNode): PlanNode[] =>
  node['Actual Loops'] === 0 ? [] : [node, ...(node.Plans ?? []).flatMap(executedNodes)]
