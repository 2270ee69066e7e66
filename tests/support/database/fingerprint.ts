// Detects any change of a tenant's data.
import type { TestApp } from '../app/test-app.ts'

/** Columns with the time of the last use, which reading may change. */
const VOLATILE: Record<string, string> = { api_keys: 'last_used_at' }

const tables = new WeakMap<TestApp, Promise<string[]>>()

/** Tables that hold rows of workspaces, those of later features included. Read once: the catalog is slow. */
function tenantTables(app: TestApp): Promise<string[]> {
  const known = tables.get(app) ?? readTenantTables(app)
  tables.set(app, known)
  return known
}

async function readTenantTables(app: TestApp): Promise<string[]> {
  const rows = (await app.rows(
    `select table_name as name from information_schema.columns
     where table_schema = 'public' and column_name = 'workspace_id' order by 1`,
  )) as { name: string }[]
  return rows.map(({ name }) => name)
}

/** A hash of everything that a tenant has, to show that a refused call changed nothing. */
export async function fingerprint(app: TestApp, tenant: { workspaceId: string }): Promise<string> {
  const hashes = ['workspaces', ...(await tenantTables(app))].map((table) => {
    const column = table === 'workspaces' ? 'id' : 'workspace_id'
    const row = VOLATILE[table] ? `(to_jsonb(t) - '${VOLATILE[table]}')` : 'to_jsonb(t)'
    return `(select md5(string_agg(${row}::text, ',' order by ${row}::text)) from "${table}" t
             where ${column} = '${tenant.workspaceId}')`
  })
  return JSON.stringify(await app.rows(`select array[${hashes.join()}] as hashes`))
}
