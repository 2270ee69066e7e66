import { sql } from 'drizzle-orm'
import type { Tx } from '../../../../platform/db/index.ts'
import type { EntryText } from '../../domain/entry.ts'
import type { SemanticWeight } from '../../domain/rank/semantic-feature.ts'
import type { SemanticFit } from '../../domain/semantic/fit-weight.ts'
import { list, rowsOf } from '../statements.ts'

/** Entries compared in one statement, so that none takes long however many there are. */
const PAGE_SIZE = 2000
/** Rows deleted in one transaction. */
const DELETE_BATCH_SIZE = 2000

/** The space of vectors, and the languages whose texts belong to it; null for any. */
export interface VectorSpace {
  model: string
  languages: readonly string[] | null
}

export interface OutstandingEntry extends EntryText {
  entry_no: string
}

const inLanguage = (languages: VectorSpace['languages']) =>
  languages === null ? sql`true` : sql`s.language = any(${list(languages)}::text[])`

/** Returns the end of the next page of entries after `after`; null when there is none. */
export async function endOfPage(transaction: Tx, workspaceId: string, afterEntry: string): Promise<string | null> {
  const [row] = await rowsOf<{ last: string | null }>(
    transaction,
    sql`select max(entry_no) as last from (
          select entry_no from search_entries where workspace_id = ${workspaceId}::uuid and entry_no > ${afterEntry}::bigint
          order by entry_no limit ${PAGE_SIZE}) page`,
  )
  return row?.last ?? null
}

/** The first entries in (after, upTo] that the model has not embedded. */
export const outstandingEntries = (
  transaction: Tx,
  workspaceId: string,
  pageOptions: VectorSpace & { after: string; upTo: string; limit: number },
): Promise<OutstandingEntry[]> =>
  rowsOf<OutstandingEntry>(
    transaction,
    sql`select s.entry_no, s.language, s.question, s.alternatives, s.body
        from search_entries s
        left join entry_embeddings e
          on e.workspace_id = s.workspace_id and e.entry_no = s.entry_no and e.model = ${pageOptions.model}
        where s.workspace_id = ${workspaceId}::uuid and s.entry_no > ${pageOptions.after}::bigint
          and s.entry_no <= ${pageOptions.upTo}::bigint and e.entry_no is null and ${inLanguage(pageOptions.languages)}
        order by s.entry_no limit ${pageOptions.limit}`,
  )

export interface EmbeddedEntry {
  entry_no: string
  /** See `packVectors`; null: the model refused the texts. */
  vectors: Uint8Array | null
}

/** Stores the vectors of entries that still exist. */
export async function writeEmbeddings(
  transaction: Tx,
  workspaceId: string,
  vectorSpace: { model: string; dimensions: number },
  embeddedEntries: EmbeddedEntry[],
): Promise<void> {
  const entryRows = embeddedEntries.map(({ entry_no, vectors }) => ({
    entry_no,
    vectors: vectors && Buffer.from(vectors).toString('base64'),
  }))
  await transaction.execute(
    sql`insert into entry_embeddings (workspace_id, entry_no, model, dimensions, vectors)
        select ${workspaceId}::uuid, s.entry_no, ${vectorSpace.model}, ${vectorSpace.dimensions}::int, decode(r.vectors, 'base64')
        from jsonb_to_recordset(${JSON.stringify(entryRows)}::jsonb) as r(entry_no bigint, vectors text)
        join search_entries s on s.workspace_id = ${workspaceId}::uuid and s.entry_no = r.entry_no
        order by s.entry_no for key share of s
        on conflict (workspace_id, entry_no, model) do nothing`,
  )
  await transaction.execute(
    sql`update served_embeddings set version = version + 1
        where workspace_id = ${workspaceId}::uuid and model = ${vectorSpace.model}`,
  )
}

/** Returns the dimensions of the workspace's vectors of a model; null without one. */
export async function storedDimensions(
  transaction: Tx,
  workspaceId: string,
  modelName: string,
): Promise<number | null> {
  const [row] = await rowsOf<{ dimensions: number }>(
    transaction,
    sql`select dimensions from entry_embeddings
        where workspace_id = ${workspaceId}::uuid and model = ${modelName} and vectors is not null limit 1`,
  )
  return row?.dimensions ?? null
}

export interface StoredVectors {
  entry_no: string
  chunk_id: string
  dimensions: number
  vectors: Buffer | null
}

/** The vectors of these entries in a model's space, where they have any. */
export const readVectors = (
  transaction: Tx,
  workspaceId: string,
  modelName: string,
  entryNumbers: readonly number[],
): Promise<StoredVectors[]> =>
  rowsOf<StoredVectors>(
    transaction,
    sql`select e.entry_no, s.chunk_id, e.dimensions, e.vectors
        from entry_embeddings e join search_entries s on s.workspace_id = e.workspace_id and s.entry_no = e.entry_no
        where e.workspace_id = ${workspaceId}::uuid and e.model = ${modelName}
          and e.entry_no = any(${list(entryNumbers)}::bigint[]) and e.vectors is not null`,
  )

/** While `version` is equal, a question has the same results. */
export interface ServedEmbeddings extends SemanticWeight {
  model: string
  version: string
}

/**
 * SQL expression over a row of `workspaces`: the model whose vectors of the workspace are complete, and so serve, as
 * JSON; null until the first is, and without a vector.
 */
export const SERVED_EMBEDDINGS = `(
  select jsonb_build_object('model', m.model, 'version', m.version::text, 'weight', m.weight, 'reach', m.reach)
  from served_embeddings m where m.workspace_id = workspaces.id and exists (
    select from entry_embeddings e
    where e.workspace_id = m.workspace_id and e.model = m.model and e.vectors is not null))`

/** See `SERVED_EMBEDDINGS`. */
export async function servedEmbeddings(transaction: Tx, workspaceId: string): Promise<ServedEmbeddings | null> {
  const [row] = await rowsOf<{ served: ServedEmbeddings | null }>(
    transaction,
    sql`select ${sql.raw(SERVED_EMBEDDINGS)} as served from workspaces where id = ${workspaceId}::uuid`,
  )
  return row?.served ?? null
}

/** Returns true when the model serves any workspace, over all tenants. */
export async function hasServed(transaction: Tx, modelName: string): Promise<boolean> {
  const entryRows = await rowsOf(transaction, sql`select from served_embeddings where model = ${modelName} limit 1`)
  return entryRows.length > 0
}

/** Lets a model serve the workspace with this weight. */
export async function serveModel(
  transaction: Tx,
  workspaceId: string,
  modelName: string,
  { weight, fit }: { weight: SemanticWeight; fit: SemanticFit | null },
): Promise<void> {
  await transaction.execute(
    sql`insert into served_embeddings as s (workspace_id, model, weight, reach, fit)
        values (${workspaceId}::uuid, ${modelName}, ${weight.weight}, ${weight.reach}, ${fit && JSON.stringify(fit)}::jsonb)
        on conflict (workspace_id) do update
          set model = excluded.model, weight = excluded.weight, reach = excluded.reach, fit = excluded.fit,
              version = s.version + 1`,
  )
}

/** Deletes some vectors of other models; false when none are left. */
export async function deleteOtherModels(transaction: Tx, workspaceId: string, modelName: string): Promise<boolean> {
  const { rowCount } = await transaction.execute(
    sql`delete from entry_embeddings where workspace_id = ${workspaceId}::uuid and ctid = any(array(
          select ctid from entry_embeddings where workspace_id = ${workspaceId}::uuid and model <> ${modelName}
          limit ${DELETE_BATCH_SIZE}))`,
  )
  return (rowCount ?? 0) > 0
}

/** Workspaces, over all tenants, that the model does not serve yet or that have entries it has not embedded. */
export async function unembeddedWorkspaces(transaction: Tx, { model, languages }: VectorSpace): Promise<string[]> {
  const entryRows = await rowsOf<{ id: string }>(
    transaction,
    sql`select w.id from workspaces w left join served_embeddings m on m.workspace_id = w.id
        where exists (select from search_entries s left join entry_embeddings e
                on e.workspace_id = s.workspace_id and e.entry_no = s.entry_no and e.model = ${model}
              where s.workspace_id = w.id and ${inLanguage(languages)}
                and (e.entry_no is null or m.model is distinct from ${model}))
        order by w.id`,
  )
  return entryRows.map(({ id }) => id)
}

/** Progress of a workspace's vectors, and the gain by its weight. */
export interface EmbeddingProgress {
  entries: number
  /** Entries that have vectors. */
  embedded: number
  /** Entries that get none: in a language that the model does not know, or with a text that it refused. */
  wordsOnly: number
  /** Null until the model serves the workspace. */
  weight: number | null
  fit: SemanticFit | null
}

export async function embeddingProgress(
  transaction: Tx,
  workspaceId: string,
  { model, languages }: VectorSpace,
): Promise<EmbeddingProgress> {
  const [row] = await rowsOf<EmbeddingProgress>(
    transaction,
    sql`select count(*)::int as entries, count(e.vectors)::int as embedded,
          (count(*) filter (where e.vectors is null and (e.entry_no is not null or not ${inLanguage(languages)})))::int
            as "wordsOnly",
          max(m.weight) as weight, (array_agg(m.fit))[1] as fit
        from search_entries s left join entry_embeddings e
          on e.workspace_id = s.workspace_id and e.entry_no = s.entry_no and e.model = ${model}
        left join served_embeddings m on m.workspace_id = s.workspace_id and m.model = ${model}
        where s.workspace_id = ${workspaceId}::uuid`,
  )
  return row ?? { entries: 0, embedded: 0, wordsOnly: 0, weight: null, fit: null }
}
