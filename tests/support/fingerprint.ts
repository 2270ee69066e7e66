// Whether anything of a tenant changed.
import { createHash } from 'node:crypto'
import type { TestApp } from './test-app.ts'

/** What says when something was last done, and may change by being looked at. */
const VOLATILE: Record<string, string> = { api_keys: 'last_used_at' }

/** Tables that hold rows of workspaces, those of later features included. */
async function tenantTables(app: TestApp): Promise<string[]> {
  const rows = (await app.rows(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'workspace_id' order by 1`,
  )) as { name: string }[]
  return rows.map(({ name }) => name)
}

/** A hash of everything that a tenant has, to show that a refused call changed nothing. */
export async function fingerprint(app: TestApp, tenant: { workspaceId: string }): Promise<string> {
  const hash = createHash('sha256')
  for (const table of ['workspaces', ...(await tenantTables(app))]) {
    const column = table === 'workspaces' ? 'id' : 'workspace_id'
    const volatile = VOLATILE[table] ? ` - '${VOLATILE[table]}'` : ''
    const rows = await app.rows(
      `select to_jsonb(t)${volatile} as row from "${table}" t where ${column} = '${tenant.workspaceId}' order by to_jsonb(t)::text`,
    )
    hash.update(JSON.stringify([table, rows]))
  }
  return hash.digest('hex')
}
