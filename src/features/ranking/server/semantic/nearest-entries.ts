import { sql } from 'drizzle-orm'
import type { Tx } from '../../../../platform/db/index.ts'
import type { Meaning } from '../../domain/rank/semantic-feature.ts'
import { list, rowsOf } from '../statements.ts'
import { indexedVector, quoted, vectorIndexName } from './embedding-store.ts'

/** A question's vector, and the name of the model that made it. */
export interface QuestionEmbedding {
  model: string
  vector: readonly number[] | Float32Array
}

/** Up to this many entries are compared one by one, which is exact; more where there is an index. */
export const EXACT_ENTRIES = 5000
/**
 * Without an index, as on the embedded database, up to this many are compared: there this takes about 10 µs a vector of
 * 1,536 numbers, while an index takes 40 ms to add one, and everybody waits for both. Beyond it meaning plays no part.
 */
const MAX_COMPARED = 25_000
/** Number of entries that semantic search adds to those found by words. */
export const NEAREST = 50
/** Vectors from which the level of unrelated entries is taken where not all are compared. */
const LEVEL_SAMPLE = 200
/** Search width of the index (ef_search); more is more exact and slower. */
const SEARCH_BREADTH = 100

export interface Nearest extends Meaning {
  /** The nearest entries, by entry number. */
  entryNumbers: number[]
}

interface Row {
  entry_no: string
  chunk_id: string
  cosine: number
  level: number
  near: boolean
}

/**
 * The entries nearest to a question, and how near the given ones are. Entries without a vector of this model and length
 * are passed over.
 * @param o.entries how many the workspace has: decides between the exact comparison and the index
 */
export async function nearestEntries(
  transaction: Tx,
  workspaceId: string,
  embedding: QuestionEmbedding,
  options: { entries: number; chunkIds: string[] },
): Promise<Nearest> {
  const indexed = options.entries > EXACT_ENTRIES && (await hasIndex(transaction, embedding))
  if (!indexed && options.entries > MAX_COMPARED) return { entryNumbers: [], cosines: new Map(), level: 0 }
  const rows = await (indexed ? byIndex : byComparing)(transaction, workspaceId, embedding, options.chunkIds)
  return {
    entryNumbers: rows.filter(({ near }) => near).map(({ entry_no }) => Number(entry_no)),
    cosines: new Map(rows.map(({ chunk_id, cosine }) => [chunk_id, cosine])),
    level: rows[0]?.level ?? 0,
  }
}

const literal = ({ vector }: QuestionEmbedding): string => `[${vector.join(',')}]`

/** Vectors of another length have no cosine; the case keeps the operator, which would fail, away from them. */
const cosineTo = (embedding: QuestionEmbedding) =>
  sql`case when vector_dims(e.embedding) = ${embedding.vector.length}::int
      then 1 - (e.embedding <=> ${literal(embedding)}::vector) end`

/** The mean of the lower half of the cosines in `sample`. */
const level = sql`select avg(cosine) as level from sample
  where cosine <= (select percentile_cont(0.5) within group (order by cosine) from sample)`

const byComparing = (
  transaction: Tx,
  workspaceId: string,
  embedding: QuestionEmbedding,
  chunkIds: string[],
): Promise<Row[]> =>
  rowsOf<Row>(
    transaction,
    sql`with sample as materialized (
          select e.chunk_id, ${cosineTo(embedding)} as cosine from entry_embeddings e
          where e.workspace_id = ${workspaceId}::uuid and e.model = ${embedding.model} and e.embedding is not null
        ), nearest as (
          select chunk_id from sample where cosine is not null order by cosine desc, chunk_id limit ${NEAREST}
        ), level as (${level})
        select s.entry_no, s.chunk_id, c.cosine, level.level, c.chunk_id in (select chunk_id from nearest) as near
        from sample c cross join level
        join search_entries s on s.workspace_id = ${workspaceId}::uuid and s.chunk_id = c.chunk_id
        where c.cosine is not null
          and (c.chunk_id in (select chunk_id from nearest) or c.chunk_id = any(${list(chunkIds)}::uuid[]))
        order by c.cosine desc, c.chunk_id`,
  )

async function byIndex(
  transaction: Tx,
  workspaceId: string,
  embedding: QuestionEmbedding,
  chunkIds: string[],
): Promise<Row[]> {
  const nearest = await nearestByIndex(transaction, workspaceId, embedding)
  const wanted = [...new Set([...nearest, ...chunkIds])]
  return rowsOf<Row>(
    transaction,
    sql`with sample as materialized (
          select ${cosineTo(embedding)} as cosine from (
            select embedding from entry_embeddings
            where workspace_id = ${workspaceId}::uuid and model = ${embedding.model} and embedding is not null
            order by workspace_id, chunk_id limit ${LEVEL_SAMPLE}) e
        ), level as (${level})
        select s.entry_no, s.chunk_id, c.cosine, level.level, c.chunk_id = any(${list(nearest)}::uuid[]) as near
        from (select e.chunk_id, ${cosineTo(embedding)} as cosine from entry_embeddings e
              where e.workspace_id = ${workspaceId}::uuid and e.model = ${embedding.model}
                and e.chunk_id = any(${list(wanted)}::uuid[]) and e.embedding is not null) c
        cross join level
        join search_entries s on s.workspace_id = ${workspaceId}::uuid and s.chunk_id = c.chunk_id
        where c.cosine is not null order by c.cosine desc, c.chunk_id`,
  )
}

/** Scans the index on and on until enough of the workspace's own entries have come. */
async function nearestByIndex(transaction: Tx, workspaceId: string, embedding: QuestionEmbedding): Promise<string[]> {
  const { type = '' } = indexedVector(embedding.vector.length) ?? {}
  // The planner doesn't know that a long vector is stored outside its row, and would rather sort them all.
  await transaction.execute(
    sql`select set_config('hnsw.iterative_scan', 'strict_order', true), set_config('enable_sort', 'off', true),
          set_config('hnsw.ef_search', ${String(SEARCH_BREADTH)}, true)`,
  )
  const rows = await rowsOf<{ chunk_id: string }>(
    transaction,
    sql`select chunk_id from entry_embeddings
        where workspace_id = ${workspaceId}::uuid and model = ${sql.raw(quoted(embedding.model))}
        order by embedding::${sql.raw(type)} <=> ${literal(embedding)}::${sql.raw(type)} limit ${NEAREST}`,
  )
  await transaction.execute(sql`select set_config('enable_sort', 'on', true)`)
  return rows.map(({ chunk_id }) => chunk_id)
}

/** Older versions of pgvector stop after the first neighbors, which may all belong to other workspaces. */
async function hasIndex(transaction: Tx, { model, vector }: QuestionEmbedding): Promise<boolean> {
  if (!indexedVector(vector.length)) return false
  const [row] = await rowsOf<{ there: boolean }>(
    transaction,
    sql`select exists (
          select from pg_index where indexrelid = to_regclass(${vectorIndexName(model, vector.length)}) and indisvalid
        ) and exists (
          select from pg_extension
          where extname = 'vector' and string_to_array(extversion, '.')::int[] >= array[0, 8]) as there`,
  )
  return row?.there ?? false
}
