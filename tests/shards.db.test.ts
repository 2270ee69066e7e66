// Verifies the scaling guide on distributing tables by workspace: the application works on tables whose rows are on two
// servers, and each statement is executed by the one that has the workspace. `npm run test:soak -- shards` runs it.
import { beforeAll, expect, it } from 'vitest'
import { openDatabase } from '../src/platform/db/index.ts'
import { callEverything } from './support/app/every-call.ts'
import { createSampleApp } from './support/app/sample-app.ts'
import type { TestApp } from './support/app/test-app.ts'
import { atEnd } from './support/database/database.ts'
import { listedBelow, statementsInGuide } from './support/database/scaling-guide.ts'
import { type ShardWatch, watchShards } from './support/database/shard-watch.ts'
import { keyOf, type Shards, startShards } from './support/database/shards.ts'
import { statement } from './support/database/statement.ts'

let shards: Shards
let watch: ShardWatch
let app: TestApp

beforeAll(async () => {
  shards = await startShards(listedBelow('Tables that the run keeps on one server'))
  atEnd(shards.stop)
  const db = await openDatabase({ databaseUrl: shards.url, dataDir: '', connections: 10 })
  atEnd(() => db.close())
  watch = watchShards(db)
  app = await createSampleApp({}, { db })
})

const REFUSED = [
  /^cannot create unique index on partitioned table/,
  /^unique constraint on partitioned table must include all partitioning columns$/,
  /^there is no unique constraint matching given keys for referenced table/,
  /^foreign key constraints are not supported on foreign tables$/,
]

it('PostgreSQL refuses unique keys and foreign keys on foreign tables, and nothing else of the schema', () => {
  expect(shards.tables).toEqual(expect.arrayContaining(['workspaces', 'faqs', 'messages', 'message_replies']))
  expect(shards.refused.filter(({ message }) => !REFUSED.some((known) => known.test(message)))).toEqual([])
})

it('the application works, and one shard executes each statement, except those in the guide', async () => {
  await callEverything(app, watch.during)

  expect(watch.observed.length).toBeGreaterThan(4000)
  expect(watch.observed.filter(({ error }) => error !== null)).toEqual([])
  const spanning = new Set(statementsInGuide().map((name) => name.split(' ')[0]))
  const unlisted = watch.observed
    .filter((one) => one.shards.length > 1)
    .filter(({ tables }) => !tables.every((table) => spanning.has(table)))
  expect(unlisted).toEqual([])
}, 600_000)

it('all rows of a workspace are on the same shard, and both shards have workspaces', async () => {
  const [first, second] = (await workspacesByShard()) as [string[], string[]]
  expect(first.filter((id) => second.includes(id))).toEqual([])
  expect([first.length, second.length]).not.toContain(0)
})

/** Workspaces with a row in any table, for each shard. */
function workspacesByShard(): Promise<string[][]> {
  const rows = shards.tables.map((table) => `select ${keyOf(table)} as id from ${table}`).join(' union ')
  return Promise.all(shards.shardUrls.map(async (url) => (await statement(url, rows)).map(({ id }) => String(id))))
}

it('foreign tables lack what the guide lists', async () => {
  const run = (text: string) => statement(shards.url, text)
  const upsert = 'insert into faq_images select * from faq_images on conflict (workspace_id, name) do nothing'
  await expect(run(upsert)).rejects.toThrow('no unique or exclusion constraint')
  await run(`create trigger images_went after delete on faq_images referencing old table as changed
             for each statement execute function note_search_changes()`)
  await expect(run('delete from faq_images')).rejects.toThrow('cannot collect transition tuples')
  const claim = await run('explain (verbose, format json) select id from website_runs for update skip locked')
  expect(JSON.stringify(claim)).toContain('FOR UPDATE')
  expect(JSON.stringify(claim)).not.toContain('SKIP LOCKED')
  await run(`create foreign table shard_settings (name text, setting text)
             server shard_0 options (schema_name 'pg_catalog', table_name 'pg_settings')`)
  const isolation = await run(`select setting from shard_settings where name = 'transaction_isolation'`)
  expect(isolation).toEqual([{ setting: 'repeatable read' }])
})
