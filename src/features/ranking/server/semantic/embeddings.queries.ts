import { sql } from 'drizzle-orm'
import type { Tx } from '../../../../platform/db/index.ts'
import type { EntryText } from '../../domain/entry.ts'
import { rowsOf } from '../statements.ts'

/** Entries compared in one statement, so that none takes long however many there are. */
const PAGE = 2000
/** Rows deleted in one transaction. */
const DELETED_AT_ONCE = 2000

/** Hash of everything that `embeddedText` reads; it changes with the rules. */
const contentHash = sql`md5(concat_ws(chr(31), '1', s.question, array_to_string(s.alternatives, chr(30)), s.body))`

export interface OutstandingEntry extends EntryText {
  entry_no: string
  chunk_id: string
  content_hash: string
}

/** Returns the end of the next page of entries after `after`; null when there is none. */
export async function pageEnd(transaction: Tx, workspaceId: string, after: string): Promise<string | null> {
  const [row] = await rowsOf<{ last: string | null }>(
    transaction,
    sql`select max(entry_no) as last from (
          select entry_no from search_entries where workspace_id = ${workspaceId}::uuid and entry_no > ${after}::bigint
          order by entry_no limit ${PAGE}) page`,
  )
  return row?.last ?? null
}

/** The first entries in (after, upTo] that the model has not embedded as they are now. */
export const outstandingEntries = (
  transaction: Tx,
  workspaceId: string,
  options: { model: string; after: string; upTo: string; limit: number },
): Promise<OutstandingEntry[]> =>
  rowsOf<OutstandingEntry>(
    transaction,
    sql`select s.entry_no, s.chunk_id, s.language, s.question, s.alternatives, s.body, ${contentHash} as content_hash
        from search_entries s
        left join entry_embeddings e
          on e.workspace_id = s.workspace_id and e.chunk_id = s.chunk_id and e.model = ${options.model}
        where s.workspace_id = ${workspaceId}::uuid and s.entry_no > ${options.after}::bigint and s.entry_no <= ${options.upTo}::bigint
          and (e.chunk_id is null or e.content_hash <> ${contentHash})
        order by s.entry_no limit ${options.limit}`,
  )

export interface EmbeddedEntry {
  chunk_id: string
  content_hash: string
  /** Null: the model refused it. */
  vector: number[] | null
}

/** Stores the vectors of entries with unchanged text; waits for concurrent replacements. */
export async function writeEmbeddings(
  transaction: Tx,
  workspaceId: string,
  model: string,
  entries: EmbeddedEntry[],
): Promise<void> {
  const rows = entries.map(({ vector, ...entry }) => ({ ...entry, vector: vector && JSON.stringify(vector) }))
  await transaction.execute(
    sql`insert into entry_embeddings (workspace_id, chunk_id, model, content_hash, embedding)
        select ${workspaceId}::uuid, s.chunk_id, ${model}, r.content_hash, r.vector::vector
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(chunk_id uuid, content_hash text, vector text)
        join search_entries s on s.workspace_id = ${workspaceId}::uuid and s.chunk_id = r.chunk_id
        where ${contentHash} = r.content_hash
        order by s.chunk_id for key share of s
        on conflict (workspace_id, chunk_id, model)
          do update set content_hash = excluded.content_hash, embedding = excluded.embedding`,
  )
  await transaction.execute(
    sql`update served_embeddings set version = version + 1
        where workspace_id = ${workspaceId}::uuid and model = ${model}`,
  )
}

/** Returns the dimensions of the workspace's vectors of a model; null without one. */
export async function storedLength(transaction: Tx, workspaceId: string, model: string): Promise<number | null> {
  const [row] = await rowsOf<{ length: number }>(
    transaction,
    sql`select vector_dims(embedding) as length from entry_embeddings
        where workspace_id = ${workspaceId}::uuid and model = ${model} and embedding is not null limit 1`,
  )
  return row?.length ?? null
}

export async function hasMoreEntries(transaction: Tx, workspaceId: string, than: number): Promise<boolean> {
  const rows = await rowsOf(
    transaction,
    sql`select from search_entries where workspace_id = ${workspaceId}::uuid offset ${than}::int limit 1`,
  )
  return rows.length > 0
}

/** Version of a workspace's vectors: while it is equal, a question has the same results. */
export interface ServedEmbeddings {
  model: string
  version: string
}

/** The model whose vectors of the workspace are complete, and so serve; null until the first is. */
export async function servedEmbeddings(transaction: Tx, workspaceId: string): Promise<ServedEmbeddings | null> {
  const rows = await rowsOf<ServedEmbeddings>(
    transaction,
    sql`select model, version from served_embeddings where workspace_id = ${workspaceId}::uuid`,
  )
  return rows[0] ?? null
}

export async function serveModel(transaction: Tx, workspaceId: string, model: string): Promise<void> {
  await transaction.execute(
    sql`insert into served_embeddings as s (workspace_id, model) values (${workspaceId}::uuid, ${model})
        on conflict (workspace_id) do update set model = excluded.model, version = s.version + 1
        where s.model <> excluded.model`,
  )
}

/** Deletes some vectors of other models; false when none are left. */
export async function deleteOtherModels(transaction: Tx, workspaceId: string, model: string): Promise<boolean> {
  const { rowCount } = await transaction.execute(
    sql`delete from entry_embeddings where workspace_id = ${workspaceId}::uuid and ctid = any(array(
          select ctid from entry_embeddings where workspace_id = ${workspaceId}::uuid and model <> ${model}
          limit ${DELETED_AT_ONCE}))`,
  )
  return (rowCount ?? 0) > 0
}

/** Workspaces, over all tenants, that the model does not serve yet or that have entries it has not embedded. */
export async function unembeddedWorkspaces(transaction: Tx, model: string): Promise<string[]> {
  const rows = await rowsOf<{ id: string }>(
    transaction,
    sql`select w.id from workspaces w left join served_embeddings m on m.workspace_id = w.id
        where m.model is distinct from ${model}
           or exists (select from search_entries s left join entry_embeddings e
                on e.workspace_id = s.workspace_id and e.chunk_id = s.chunk_id and e.model = ${model}
              where s.workspace_id = w.id and e.chunk_id is null)
        order by w.id`,
  )
  return rows.map(({ id }) => id)
}
