// Every statement that the product sends inside a workspace's transaction names the workspace itself: row-level security is
// the second lock, not the first. Checked at the end of every database test file, over all that it sent.
import type pg from 'pg'
import type { Database } from '../../../src/platform/db/index.ts'
import type { RecordedStatement } from './statement-recorder.ts'
import { STATEMENTS_OF_TESTS } from './statements-beyond-workspace.ts'
import { type TableScan, tableScans, whilePlanning, workspaceTables } from './workspace-scans.ts'

export interface PlannedStatement {
  statement: RecordedStatement
  scans: TableScan[]
}

/**
 * Plans each different statement once. The database must be open, and its user a superuser.
 *
 * @throws the database's error for a statement that it does not plan, unless `o.skipFailing` leaves that out
 */
export async function planStatements(
  db: Database,
  statements: RecordedStatement[],
  options: { skipFailing?: boolean } = {},
): Promise<PlannedStatement[]> {
  const distinct = new Map(statements.map((statement) => [`${statement.role} ${statement.text}`, statement]))
  const superuser = await db.pool.connect()
  try {
    const tables = await workspaceTables(superuser)
    return await whilePlanning(superuser, async () => {
      const planned: PlannedStatement[] = []
      for (const statement of distinct.values())
        planned.push({ statement, scans: await scansOf(superuser, statement, tables, options) })
      return planned
    })
  } finally {
    superuser.release()
  }
}

const scansOf = (
  superuser: pg.PoolClient,
  statement: RecordedStatement,
  tables: ReadonlySet<string>,
  options: { skipFailing?: boolean },
): Promise<TableScan[]> =>
  tableScans(superuser, statement, tables).catch((error: unknown) => {
    if (options.skipFailing) return []
    throw error
  })

/** Returns true when a statement names only the workspace that its transaction is bound to. */
export const namesOneWorkspace = ({ statement, scans }: PlannedStatement): boolean =>
  new Set([statement.workspaceId, ...scans.flatMap(({ workspaceIds }) => workspaceIds)].filter((id) => id !== null))
    .size <= 1

/** Statements of workspaces' transactions that reach further than their workspace, as their texts and scans. */
export const unscopedStatements = (planned: PlannedStatement[]): string[] =>
  planned
    .filter(({ statement }) => statement.role === 'answerloom_app')
    .filter((one) => one.scans.some(({ isRestricted }) => !isRestricted) || !namesOneWorkspace(one))
    .map(({ statement, scans }) => ({ text: statement.text.replace(/\s+/g, ' ').trim(), scans }))
    .filter(({ text }) => !STATEMENTS_OF_TESTS.some(({ statement }) => statement.test(text)))
    .map(({ text, scans }) => `${text}\n  ${JSON.stringify(scans)}`)
