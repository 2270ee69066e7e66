// Thousands of workspaces out of a few: copies of the rows that visitors and the index read, made inside the database.
import type { ClientBase } from 'pg'

/** Tables with a workspace's content for visitors, in an order in which they can be written. */
const TABLES = ['workspaces', 'workspace_members', 'faq_categories', 'faqs', 'knowledge_chunks', 'search_entries']

/** Ids of things: a copy has ids of its own, as it would have in life. Those of people stay. */
const IDS = new Set(['id', 'faq_id', 'chunk_id', 'source_id'])

/** Another id for each number, the same for the same one. */
const OTHER_ID = `
  create function pg_temp.other_id(id uuid, n bigint) returns uuid immutable language sql as $$
    select (substr(id::text, 1, 24) || lpad(to_hex(('x' || substr(id::text, 25))::bit(48)::bigint # (n * 2654435761)), 12, '0'))::uuid
  $$`

export type Template = { workspaceId: string; copies: number }

/** The subdomain of a copy; copies are numbered through all templates, from 1. */
export const copyName = (n: number): string => `bench-copy-${n}`

function selected(table: string, column: string): string {
  if (table === 'workspaces' && column === 'subdomain') return `'bench-copy-' || c.n`
  if (column === 'workspace_id') return 'c.id'
  if (column === 'entry_no') return 't.entry_no + c.n * c.step'
  return IDS.has(column) ? `pg_temp.other_id(t.${column}, c.n)` : `t.${column}`
}

async function copyTable(client: ClientBase, table: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped
     and attgenerated = '' order by attnum`,
    [table],
  )
  const names = rows.map(({ name }) => name)
  const owner = table === 'workspaces' ? 'id' : 'workspace_id'
  await client.query(`insert into ${table} (${names.join(', ')})
    select ${names.map((name) => selected(table, name)).join(', ')} from copies c join ${table} t on t.${owner} = c.template`)
}

/**
 * Copies workspaces in one transaction. The connection must be a superuser's because triggers and foreign keys are
 * disabled during the copy.
 */
export async function copyWorkspaces(client: ClientBase, templates: Template[]): Promise<void> {
  await client.query(`begin; set local session_replication_role = replica; ${OTHER_ID};
    create temp table copies (n bigint, id uuid, template uuid, step bigint) on commit drop`)
  let made = 0
  for (const { workspaceId, copies } of templates) {
    await client.query(
      `insert into copies select n, pg_temp.other_id($1, n), $1, (select max(entry_no) + 1 from search_entries)
       from generate_series($2::bigint, $3::bigint) n`,
      [workspaceId, made + 1, made + copies],
    )
    made += copies
  }
  await client.query('analyze copies')
  for (const table of TABLES) await copyTable(client, table)
  await client.query(
    `select setval(pg_get_serial_sequence('search_entries', 'entry_no'), max(entry_no)) from search_entries`,
  )
  await client.query('commit')
  // Does what autovacuum would have done by now in production.
  await client.query('vacuum (analyze)')
  await client.query('checkpoint')
}
