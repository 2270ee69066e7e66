import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { PoolClient } from 'pg'
import { AppError } from '../../../../kernel/app-error.ts'
import { ADVISORY_LOCKS, type Database, systemTransaction } from '../../../../platform/db/index.ts'
import { rowsOf } from '../statements.ts'

const LOCK = ADVISORY_LOCKS.vectorStore
/** Maximum dimensions that pgvector can index as `vector` and `halfvec`; longer vectors are compared one by one. */
const MAX_INDEXED = 2000
const MAX_INDEXED_HALVED = 4000

const POLICY = "workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid"
const tenantTable = (name: string) => `
  alter table ${name} enable row level security;
  alter table ${name} force row level security;
  create policy tenant on ${name} to answerloom_app using (${POLICY}) with check (${POLICY});
  create policy system on ${name} to answerloom_system using (true) with check (true);
  grant select, insert, update, delete on ${name} to answerloom_app, answerloom_system;`

/**
 * Vectors are stored inline as far as they fit a page: comparing them is four times as fast. `embedding` is null when
 * the model refused the text. Embeddings are deleted with their entry, and cannot be written for a deleted one.
 * `served_embeddings` names the model whose vectors of a workspace are complete; its `version` grows with every vector,
 * so that cached results without it can be recognized.
 */
const TABLES = `
  create table entry_embeddings (
    workspace_id uuid not null, chunk_id uuid not null, model text not null, content_hash text not null,
    embedding vector,
    constraint entry_embeddings_pk primary key (workspace_id, chunk_id, model),
    constraint entry_embeddings_entry foreign key (workspace_id, chunk_id)
      references search_entries (workspace_id, chunk_id) on delete cascade);
  alter table entry_embeddings alter column embedding set storage main;
  create table served_embeddings (
    workspace_id uuid not null constraint served_embeddings_pk primary key,
    model text not null, version bigint not null default 1,
    constraint served_embeddings_workspace foreign key (workspace_id) references workspaces(id) on delete cascade);
  ${tenantTable('entry_embeddings')}
  ${tenantTable('served_embeddings')}`

const namePrefix = (model: string) =>
  `entry_embeddings_${createHash('sha256').update(model).digest('hex').slice(0, 12)}_`

/** The name of the index over a model's vectors of this length. */
export const vectorIndexName = (model: string, dimensions: number): string => `${namePrefix(model)}${dimensions}`

/** Returns the indexed expression as a query must contain it to use the index; null when there is no index. */
export function indexedVector(dimensions: number): { type: string; operators: string } | null {
  if (dimensions > MAX_INDEXED_HALVED) return null
  const name = dimensions > MAX_INDEXED ? 'halfvec' : 'vector'
  return { type: `${name}(${dimensions})`, operators: `${name}_cosine_ops` }
}

/** For a place in a statement where PostgreSQL takes no parameter. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

const PAUSE_MS = 200
const MAX_WAIT_MS = 10 * 60_000

/**
 * Runs statements under a lock, on a connection of its own. CREATE INDEX CONCURRENTLY cannot run in a transaction, and
 * a blocking wait for the lock would block the build, so the lock is polled. On the embedded database with its single
 * session, a transaction is the lock.
 */
async function exclusively(db: Database, run: (client: PoolClient) => Promise<void>): Promise<void> {
  const client = await db.pool.connect()
  let broken: Error | undefined
  try {
    if (db.kind === 'pglite') await client.query('begin')
    else await takeLock(client)
    await run(client)
    await client.query(db.kind === 'pglite' ? 'commit' : `select pg_advisory_unlock(${LOCK})`)
  } catch (error) {
    // Closing the connection also frees the lock, or rolls back.
    broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}

async function takeLock(client: PoolClient): Promise<void> {
  for (let waited = 0; waited < MAX_WAIT_MS; waited += PAUSE_MS) {
    const { rows } = await client.query<{ taken: boolean }>(`select pg_try_advisory_lock(${LOCK}) as taken`)
    if (rows[0]?.taken) return
    await pause(PAUSE_MS)
  }
  throw new AppError('unavailable', 'embedding.store_busy', 'Another process is preparing the store of embeddings.')
}

const THERE = "select to_regclass('served_embeddings') is not null as there"

/**
 * Creates the tables for a model's vectors and, with `dimensions`, the index over vectors of that length, if they are
 * missing. Can be repeated, also by several processes at once. Requires pgvector (`db.vector`). On PostgreSQL the index
 * is built without blocking; on the embedded database everything waits. Throws unavailable `embedding.store_busy` after
 * ten minutes of waiting for another process.
 */
export async function ensureEmbeddingStore(
  db: Database,
  options: { model: string; dimensions: number | null },
): Promise<void> {
  const { rows } = await db.pool.query<{ there: boolean }>(THERE)
  if (rows[0]?.there && options.dimensions === null) return
  await db.withoutStatementLimit(() =>
    exclusively(db, async (client) => {
      const { rows } = await client.query<{ there: boolean }>(THERE)
      // Several statements in one query are one transaction.
      if (!rows[0]?.there) await client.query(TABLES)
      if (options.dimensions !== null) await ensureIndex(client, options.model, options.dimensions, db.kind)
    }),
  )
}

async function ensureIndex(client: PoolClient, model: string, dimensions: number, kind: Database['kind']) {
  const indexed = indexedVector(dimensions)
  if (!indexed) return
  const name = vectorIndexName(model, dimensions)
  const { rows } = await client.query<{ valid: boolean }>(
    'select indisvalid as valid from pg_index where indexrelid = to_regclass($1)',
    [name],
  )
  if (rows[0]?.valid) return
  const concurrently = kind === 'postgres' ? 'concurrently' : ''
  // Left behind by a build that was interrupted.
  if (rows[0]) await client.query(`drop index ${concurrently} ${name}`)
  await client.query(
    `create index ${concurrently} ${name} on entry_embeddings using hnsw ((embedding::${indexed.type}) ${indexed.operators}) where model = ${quoted(model)}`,
  )
  await client.query(`comment on index ${name} is ${quoted(model)}`)
}

/** Drops the indexes of models that no workspace has a vector of any more; `keep` is the configured one. */
export async function dropUnusedIndexes(db: Database, keep: string): Promise<void> {
  const indexes = await systemTransaction(db, (transaction) =>
    rowsOf<{ name: string }>(
      transaction,
      sql`select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
          where i.indrelid = 'entry_embeddings'::regclass and c.relname ~ '^entry_embeddings_[0-9a-f]{12}_[0-9]+$'
            and obj_description(c.oid, 'pg_class') <> ${keep}
            and not exists (select from entry_embeddings e where e.model = obj_description(c.oid, 'pg_class'))`,
    ),
  )
  const concurrently = db.kind === 'postgres' ? 'concurrently' : ''
  for (const { name } of indexes) await db.pool.query(`drop index ${concurrently} if exists ${name}`)
}
