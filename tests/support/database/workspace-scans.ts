// Which rows of a workspace's tables a statement reads or changes, as PostgreSQL itself plans it. The plan is made by a
// superuser, whom row-level security does not bind: what restricts a scan to a workspace is the statement's own.
import type pg from 'pg'
import type { RecordedStatement } from './statement-recorder.ts'

/** A scan of a workspace's table. */
export interface TableScan {
  table: string
  /** The workspaces it is restricted to by value; empty where it follows another scan's workspace, or is not restricted. */
  workspaceIds: string[]
  isRestricted: boolean
  /** Columns that it compares for equality, sorted. */
  columns: string[]
}

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  Alias?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  Filter?: string
  'Join Filter'?: string
  'Hash Cond'?: string
  'Merge Cond'?: string
  Plans?: PlanNode[]
}

/**
 * Forces the planner to look rows up one by one: for small tables it would choose plans, such as hashing a whole
 * subquery, that say nothing about the statement. Rolled back afterwards.
 */
const PLANNER = [
  ...['hashjoin', 'mergejoin', 'seqscan', 'material', 'sort', 'hashagg'].map(
    (name) => `SET LOCAL enable_${name} = off`,
  ),
  'DELETE FROM pg_statistic',
  "UPDATE pg_class SET reltuples = -1 WHERE relkind = 'r' AND relnamespace = current_schema()::regnamespace",
].join('; ')

const EXPLAINED = /^\s*(?:select|insert|update|delete|with|declare)\b/i

/** Splits `(a) AND (b)` at the operators that stand outside of all brackets and texts. */
export function conjuncts(condition: string): string[] {
  const parts: string[] = []
  let depth = 0
  let isQuoted = false
  let start = 0
  for (let index = 0; index < condition.length; index++) {
    const char = condition[index]
    if (char === "'") isQuoted = !isQuoted
    if (isQuoted) continue
    if (char === '(') depth++
    if (char === ')') depth--
    if (depth === 0 && condition.startsWith(' AND ', index)) {
      parts.push(condition.slice(start, index))
      start = index + 5
    }
  }
  parts.push(condition.slice(start))
  if (parts.length > 1) return parts.flatMap(conjuncts)
  const [only = ''] = parts
  return isWrapped(only) ? conjuncts(only.slice(1, -1)) : [only]
}

/** Returns true when the first bracket closes at the very end. */
function isWrapped(text: string): boolean {
  if (!text.startsWith('(') || !text.endsWith(')')) return false
  let depth = 0
  let isQuoted = false
  for (let index = 0; index < text.length - 1; index++) {
    if (text[index] === "'") isQuoted = !isQuoted
    if (isQuoted) continue
    if (text[index] === '(') depth++
    if (text[index] === ')' && --depth === 0) return false
  }
  return true
}

const EQUALS = /^(?:\w+\.)?"?(\w+)"? = (.+)$/s
const UUID_VALUE = /^'([0-9a-f-]{36})'::uuid$/
/** The workspace of another scan of the same plan, which is checked by itself. */
const OTHER_SCAN = /^(?:"?[\w*. ]+"?\.)?"?(?:workspace_id|id)"?$/

/** @param joins the conditions of the joins above the scan, which the planner may check there instead */
function readScan(node: PlanNode & { 'Relation Name': string }, joins: readonly string[]): TableScan {
  const table = node['Relation Name']
  const key = table === 'workspaces' ? 'id' : 'workspace_id'
  const scan: TableScan = { table, workspaceIds: [], isRestricted: false, columns: [] }
  const conditions = [node['Index Cond'], node['Recheck Cond'], node.Filter].filter((text) => text !== undefined)
  const columns = new Set<string>()
  for (const conjunct of conditions.flatMap(conjuncts)) {
    const [, column = '', value = ''] = EQUALS.exec(conjunct) ?? []
    if (column) columns.add(column)
    if (column !== key) continue
    const id = UUID_VALUE.exec(value)?.[1]
    if (id) scan.workspaceIds.push(id)
    if (id || OTHER_SCAN.test(value)) scan.isRestricted = true
  }
  const own = `${node.Alias ?? table}.${key}`
  if (joins.some((join) => joinsWorkspaces(join, own))) scan.isRestricted = true
  scan.columns = [...columns].sort()
  return scan
}

/** Returns true when a join compares the scan's workspace with that of another scan. */
function joinsWorkspaces(conjunct: string, own: string): boolean {
  const sides = conjunct.replaceAll('"', '').split(' = ')
  const other = sides.find((side) => side !== own)
  return sides.length === 2 && sides.includes(own) && other !== undefined && OTHER_SCAN.test(other)
}

function* nodesOf(
  node: PlanNode,
  above: readonly string[] = [],
): Generator<{ node: PlanNode; joins: readonly string[] }> {
  yield { node, joins: above }
  const conditions = [node['Join Filter'], node['Hash Cond'], node['Merge Cond']].filter((text) => text !== undefined)
  const joins = [...above, ...conditions.flatMap(conjuncts)]
  for (const child of node.Plans ?? []) yield* nodesOf(child, joins)
}

/** Returns true when a node reads one of the tables. */
const isScanOf = (node: PlanNode, tables: ReadonlySet<string>): node is PlanNode & { 'Relation Name': string } =>
  node['Relation Name'] !== undefined && tables.has(node['Relation Name']) && node['Node Type'].includes('Scan')

/** The scans of these tables in a plan. */
export const scansInPlan = (plan: PlanNode, tables: ReadonlySet<string>): TableScan[] =>
  [...nodesOf(plan)].flatMap(({ node, joins }) => (isScanOf(node, tables) ? [readScan(node, joins)] : []))

/** Every table with a column `workspace_id`, and `workspaces` itself. */
export async function workspaceTables(superuser: pg.PoolClient): Promise<Set<string>> {
  const { rows } = await superuser.query<{ name: string }>(`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'held_subdomains'
      and a.attname = case when c.relname = 'workspaces' then 'id' else 'workspace_id' end`)
  return new Set(rows.map(({ name }) => name))
}

/** Runs `plan` in a transaction in which `tableScans` may be asked, and undoes everything. */
export async function whilePlanning<T>(superuser: pg.PoolClient, plan: () => Promise<T>): Promise<T> {
  await superuser.query(`BEGIN; ${PLANNER}`)
  try {
    return await plan()
  } finally {
    await superuser.query('ROLLBACK')
  }
}

/** The scans of workspaces' tables in a statement; none for a statement that PostgreSQL does not plan. */
export async function tableScans(
  superuser: pg.PoolClient,
  { text, values }: Pick<RecordedStatement, 'text' | 'values'>,
  tables: ReadonlySet<string>,
): Promise<TableScan[]> {
  if (!EXPLAINED.test(text)) return []
  await superuser.query('SAVEPOINT one_statement')
  try {
    const { rows } = await superuser.query<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
      `EXPLAIN (FORMAT JSON) ${text}`,
      values,
    )
    return rows.flatMap((row) => row['QUERY PLAN']).flatMap(({ Plan }) => scansInPlan(Plan, tables))
  } finally {
    await superuser.query('ROLLBACK TO SAVEPOINT one_statement')
  }
}
