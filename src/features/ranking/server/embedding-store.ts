import { createHash } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import { type Database, systemTransaction } from '../../../platform/db/index.ts'
import { rowsOf } from './statements.ts'

/** One number for all processes of the product; any other than that of the migrations will do. */
const LOCK = 715_225_741
/** What pgvector can index as `vector`, and as `halfvec`; longer vectors are compared one by one. */
const MOST_INDEXED = 2000
const MOST_INDEXED_HALVED = 4000

const POLICY = "workspace_id = nullif(current_setting('app.workspace_id', true), '')::uuid"
const tenantTable = (name: string) => `
  alter table ${name} enable row level security;
  alter table ${name} force row level security;
  create policy tenant on ${name} to answerloom_app using (${POLICY}) with check (${POLICY});
  create policy system on ${name} to answerloom_system using (true) with check (true);
  grant select, insert, update, delete on ${name} to answerloom_app, answerloom_system;`

/**
 * `embedding` is null where the model refused the text. An entry takes its embeddings along when it goes, and none can
 * be written for one that is gone. `served_embeddings` names the model whose vectors of a workspace are complete; its
 * `version` grows with every vector written since, so that what was found without them can be told from what is found now.
 */
const TABLES = `
  create table entry_embeddings (
    workspace_id uuid not null, chunk_id uuid not null, model text not null, content_hash text not null,
    embedding vector,
    constraint entry_embeddings_pk primary key (workspace_id, chunk_id, model),
    constraint entry_embeddings_entry foreign key (workspace_id, chunk_id)
      references search_entries (workspace_id, chunk_id) on delete cascade);
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

/** What is indexed, as it must stand in a query to use the index; null where there can be none. */
export function indexedVector(dimensions: number): { type: string; operators: string } | null {
  if (dimensions > MOST_INDEXED_HALVED) return null
  const name = dimensions > MOST_INDEXED ? 'halfvec' : 'vector'
  return { type: `${name}(${dimensions})`, operators: `${name}_cosine_ops` }
}

/** For a place in a statement where PostgreSQL takes no parameter. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`

/**
 * Creates what the vectors of a model need and is not there yet: the tables, and with `dimensions` the index over
 * vectors of that length. May be repeated, also by several processes at once. Only for a database with pgvector
 * (`db.vector`). Throws conflict `embedding.dimensions_changed` when the model's stored vectors have another length.
 */
export function ensureEmbeddingStore(db: Database, o: { model: string; dimensions: number | null }): Promise<void> {
  return db.withoutStatementLimit(async () => {
    const client = await db.pool.connect()
    let broken: Error | undefined
    try {
      await client.query(`begin; select pg_advisory_xact_lock(${LOCK}); set local statement_timeout = 0`)
      const { rows } = await client.query("select to_regclass('entry_embeddings') is not null as there")
      if (!rows[0]?.there) await client.query(TABLES)
      if (o.dimensions !== null) {
        const { rows: names } = await client.query<{ name: string }>(
          "select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = 'entry_embeddings'::regclass",
        )
        const statement = indexStatement(
          o.model,
          o.dimensions,
          names.map(({ name }) => name),
        )
        if (statement) await client.query(statement)
      }
      await client.query('commit')
    } catch (error) {
      broken = await client.query('rollback').then(
        () => undefined,
        (failed: Error) => failed,
      )
      throw error
    } finally {
      client.release(broken)
    }
  })
}

function indexStatement(model: string, dimensions: number, existing: string[]): string | null {
  const name = vectorIndexName(model, dimensions)
  if (existing.includes(name)) return null
  const other = existing.find((index) => index.startsWith(namePrefix(model)))
  if (other) {
    const before = other.slice(namePrefix(model).length)
    throw new AppError(
      'conflict',
      'embedding.dimensions_changed',
      `The model "${model}" now gives vectors of ${dimensions} numbers; those stored have ${before}. Set EMBEDDING_DIMENSIONS=${dimensions} to build them anew, or have the service give the former ones.`,
    )
  }
  const indexed = indexedVector(dimensions)
  if (!indexed) return null
  return `create index ${name} on entry_embeddings using hnsw ((embedding::${indexed.type}) ${indexed.operators}) where model = ${quoted(model)};
    comment on index ${name} is ${quoted(model)}`
}

/** Drops the indexes of models that no workspace has a vector of any more; `keep` is the configured one. */
export async function dropUnusedIndexes(db: Database, keep: string): Promise<void> {
  const indexes = await systemTransaction(db, (tx) =>
    rowsOf<{ name: string }>(
      tx,
      sql`select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
          where i.indrelid = 'entry_embeddings'::regclass and c.relname ~ '^entry_embeddings_[0-9a-f]{12}_[0-9]+$'
            and obj_description(c.oid, 'pg_class') <> ${keep}
            and not exists (select from entry_embeddings e where e.model = obj_description(c.oid, 'pg_class'))`,
    ),
  )
  for (const { name } of indexes) await db.pool.query(`drop index if exists ${name}`)
}
