// Two PostgreSQL servers as shards and a third that the application connects to. There, each table of workspaces is
// partitioned by a hash of the workspace, and its partitions are the tables of the shards, by postgres_fdw.
import { execFileSync } from 'node:child_process'
import { realpathSync } from 'node:fs'
import path from 'node:path'
import pg from 'pg'
import { migrate, openDatabase } from '../../../src/platform/db/index.ts'
import { ensurePostgres, type PostgresServer, startPostgres } from './postgres-server.ts'
import { statement } from './statement.ts'
import { workspaceTables } from './workspace-scans.ts'

export interface Shards {
  /** Address of the database that the application uses. */
  url: string
  shardUrls: string[]
  /** Tables whose partitions are on the shards. */
  tables: string[]
  /** Parts of the schema that PostgreSQL refused for these tables: type, object and error message. */
  refused: { type: string; name: string; message: string }[]
  stop(): Promise<void>
}

const SHARDS = [0, 1]
const DATABASE = 'sharded'

/** Number of the shard in the name of a partition. */
export const PARTITION = /\b(\w+)_shard_(\d)\b/g

/** The column by which a table is distributed. */
export const keyOf = (table: string): string => (table === 'workspaces' ? 'id' : 'workspace_id')

/** @param local tables whose partitions stay on the application's server, because a foreign table cannot replace them */
export async function startShards(local: readonly string[]): Promise<Shards> {
  const servers: PostgresServer[] = []
  const stop = async () => {
    for (const server of servers) await server.stop()
  }
  try {
    for (const _ of [...SHARDS, 'coordinator']) servers.push(await startPostgres())
    const shards = servers.slice(0, SHARDS.length)
    for (const server of servers) await migrated(server.url)
    const [coordinator] = servers.slice(-1) as [PostgresServer]
    const partitioned = await namesOfWorkspaceTables(coordinator.url)
    const tables = partitioned.filter((table) => !local.includes(table))
    for (const { url } of shards) await prepareShard(url, tables)
    await statement(coordinator.url, `CREATE DATABASE ${DATABASE}`)
    const url = Object.assign(new URL(coordinator.url), { pathname: `/${DATABASE}` }).href
    const shardUrls = shards.map((shard) => shard.url)
    const dump = await schemaOf(coordinator.url)
    const refused = await withClient(url, async (client) => {
      await client.query(serverStatements(shardUrls))
      return createPartitioned(client, dump, { partitioned, tables })
    })
    return { url, shardUrls, tables, refused, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function withClient<T>(url: string, run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const client = await pool.connect()
  try {
    return await run(client)
  } finally {
    client.release()
    await pool.end()
  }
}

async function migrated(databaseUrl: string): Promise<void> {
  const database = await openDatabase({ databaseUrl, dataDir: '' })
  await migrate(database).finally(() => database.close())
}

const namesOfWorkspaceTables = (url: string): Promise<string[]> =>
  withClient(url, async (client) => [...(await workspaceTables(client))].sort())

/**
 * Drops foreign keys to rows that are not on the shard, and makes its triggers find their tables: postgres_fdw connects
 * without a search path.
 */
const prepareShard = (url: string, tables: string[]): Promise<unknown> =>
  statement(
    url,
    `do $$ declare k record; begin
       for k in select conrelid::regclass as on_table, conname from pg_constraint
         where contype = 'f' and confrelid::regclass::text <> all ('{${tables}}'::text[])
       loop execute format('alter table %s drop constraint %I', k.on_table, k.conname); end loop;
     end $$;
     alter function keep_audit_log() set search_path = public;
     alter function note_search_changes() set search_path = public`,
  )

/** The schema as `pg_dump` writes it, with what is in `applied_migrations`. */
async function schemaOf(url: string): Promise<string> {
  // Links to the server's programs may be elsewhere.
  const program = path.join(realpathSync(path.join(await ensurePostgres(), 'postgres')), '..', 'pg_dump')
  const dump = (...options: string[]) =>
    // Without the commands of psql.
    execFileSync(program, ['--no-owner', '--no-comments', ...options, url], { encoding: 'utf8' }).replaceAll(
      /^\\\w.*$/gm,
      '',
    )
  return dump('--schema-only') + dump('--data-only', '--inserts', '--table=applied_migrations')
}

const serverStatements = (urls: string[]): string =>
  [
    'CREATE EXTENSION postgres_fdw',
    ...urls.flatMap((url, number) => [
      `CREATE SERVER shard_${number} FOREIGN DATA WRAPPER postgres_fdw
         OPTIONS (host '127.0.0.1', port '${new URL(url).port}', dbname 'postgres')`,
      `CREATE USER MAPPING FOR PUBLIC SERVER shard_${number} OPTIONS (user 'postgres', password_required 'false')`,
    ]),
  ].join(';')

/** Creates the dumped objects one by one, and returns those that were refused. */
async function createPartitioned(
  client: pg.PoolClient,
  dump: string,
  options: { partitioned: string[]; tables: string[] },
): Promise<Shards['refused']> {
  const refused: Shards['refused'] = []
  for (const entry of dump.split(/^-- (?:Data for )?Name: /m).slice(1)) {
    const [, name = '', type = '', text = ''] = /^([^;]+); Type: ([^;]+); [^\n]*\n--\n(.*)/s.exec(entry) ?? []
    if (type === 'SCHEMA') continue
    const isPartitioned = type === 'TABLE' && options.partitioned.includes(name)
    const statements = isPartitioned
      ? partitionedTable(name, text, options.tables.includes(name))
      : text.replace(/^ALTER TABLE ONLY/gm, 'ALTER TABLE')
    await client.query(statements).catch((error: Error) => {
      refused.push({ type, name, message: error.message })
    })
  }
  return refused
}

function partitionedTable(name: string, text: string, isForeign: boolean): string {
  const partitions = SHARDS.map(
    (number) =>
      `CREATE ${isForeign ? 'FOREIGN ' : ''}TABLE public.${name}_shard_${number} PARTITION OF public.${name}
         FOR VALUES WITH (modulus ${SHARDS.length}, remainder ${number})
         ${isForeign ? `SERVER shard_${number} OPTIONS (schema_name 'public', table_name '${name}')` : ''};`,
  )
  return text.replace(/\n\);\n/, `\n) PARTITION BY HASH (${keyOf(name)});\n${partitions.join('\n')}\n`)
}
