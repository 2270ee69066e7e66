// Verifies the scaling guide on distributing tables by workspace: Citus requires the distribution column in keys and
// foreign keys of a distributed table, and has no triggers.
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '../src/platform/db/index.ts'
import { testDatabase } from '../tests/support/database/database.ts'
import { listedBelow } from '../tests/support/database/scaling-guide.ts'

let db: Database
beforeAll(async () => {
  db = await testDatabase()
})

/** Tables with their distribution column; `workspaces` is distributed by its own id. */
const TENANT_TABLES = `
  select c.oid, c.relname as name, a.attnum as by from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'held_subdomains'
    and a.attname = case when c.relname = 'workspaces' then 'id' else 'workspace_id' end`

const names = async (sql: string): Promise<string[]> =>
  (await db.pool.query<{ name: string }>(sql)).rows.map(({ name }) => name).sort()

it('every table of a workspace has the workspace in its keys, except those in the guide', async () => {
  const found = await names(`
    with tenant as (${TENANT_TABLES})
    select t.name || ' (' || (select string_agg(a.attname, ', ' order by k.ord) from unnest(i.indkey) with ordinality k(num, ord)
      join pg_attribute a on a.attrelid = t.oid and a.attnum = k.num where k.ord <= i.indnkeyatts) || ')' as name
    from tenant t join pg_index i on i.indrelid = t.oid
    where i.indisunique and not (t.by = any(i.indkey::int2[]))
    union all
    select t.name || ' (' || pg_get_constraintdef(k.oid) || ')' from tenant t join pg_constraint k on k.conrelid = t.oid
    where k.contype = 'f' and k.confrelid in (select oid from tenant)
      and not exists (select from tenant o, unnest(k.conkey, k.confkey) pair(own, other)
                      where o.oid = k.confrelid and pair.own = t.by and pair.other = o.by)`)
  expect(found).toEqual(listedBelow('Keys without the workspace'))
  expect(found.length).toBeGreaterThan(0)
})

it('references from a workspace’s tables to other tables are in the guide', async () => {
  const found = await names(`
    with tenant as (${TENANT_TABLES})
    select t.name || ' → ' || k.confrelid::regclass as name from tenant t join pg_constraint k on k.conrelid = t.oid
    where k.contype = 'f' and k.confrelid not in (select oid from tenant)`)
  expect([...new Set(found)]).toEqual(listedBelow('Foreign keys to reference tables'))
})

it('the triggers of a workspace’s tables are in the guide', async () => {
  const found = await names(`
    with tenant as (${TENANT_TABLES})
    select t.name || ': ' || g.tgname as name from tenant t join pg_trigger g on g.tgrelid = t.oid where not g.tgisinternal`)
  expect(found).toEqual(listedBelow('Triggers'))
})
