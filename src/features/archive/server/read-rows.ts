import { asc, eq, sql } from 'drizzle-orm'
import { systemTransaction } from '../../../platform/db/index.ts'
import { users } from '../../accounts/server/index.ts'
import { inReadTransaction, type WorkspaceContext, workspaceMembers } from '../../workspaces/server/index.ts'
import type { ArchivedTable } from './contents.ts'

/** Rows a transaction: one that lasted as long as a slow download would hold up everybody else. */
const PAGE_SIZE = 500

/** The rows of a table as JSON objects, in the order of its key, without what every row of a workspace has. */
export async function* readRows(context: WorkspaceContext, archivedTable: ArchivedTable): AsyncGenerator<string[]> {
  const leftOutColumns = ['workspace_id', ...(archivedTable.without ?? [])]
  const keyColumn = sql.identifier(archivedTable.key)
  // In the type of the key, so that each page is read from its index rather than sorted out of all rows.
  const keyType = sql.identifier(/(^|_)id$/.test(archivedTable.key) ? 'uuid' : 'text')
  let lastKey: string | null = null
  for (;;) {
    const rowPage: { row: string; key: string }[] = await inReadTransaction(context, async ({ tx, workspaceId }) => {
      const { rows } = await tx.execute<{ row: string; key: string }>(
        sql`select (to_jsonb(t) - ${sql.param(leftOutColumns)}::text[])::text as row, t.${keyColumn}::text as key
            from ${sql.identifier(archivedTable.table)} t
            where t.workspace_id = ${workspaceId}::uuid and (${lastKey}::${keyType} is null or t.${keyColumn} > ${lastKey}::${keyType})
            order by t.${keyColumn} limit ${PAGE_SIZE}`,
      )
      return rows
    })
    yield rowPage.map(({ row }) => row)
    if (rowPage.length < PAGE_SIZE) return
    lastKey = rowPage.at(-1)?.key ?? null
  }
}

/** The workspace itself, with its settings. */
export const readWorkspace = (context: WorkspaceContext): Promise<string> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const { rows } = await tx.execute<{ row: string }>(
      sql`select to_jsonb(w)::text as row from workspaces w where w.id = ${workspaceId}::uuid`,
    )
    return rows[0]?.row ?? '{}'
  })

/** Members of the workspace. */
export const readMembers = (context: WorkspaceContext): Promise<string[]> =>
  systemTransaction(context.services.db, async (transaction) => {
    const memberRows = await transaction
      .select({
        user_id: workspaceMembers.userId,
        name: users.name,
        email: users.email,
        role: workspaceMembers.role,
        created_at: workspaceMembers.createdAt,
      })
      .from(workspaceMembers)
      .innerJoin(users, eq(users.id, workspaceMembers.userId))
      .where(eq(workspaceMembers.workspaceId, context.workspaceId))
      .orderBy(asc(workspaceMembers.createdAt))
    return memberRows.map((memberRow) => JSON.stringify(memberRow))
  })
