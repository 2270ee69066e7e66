import { and, eq, inArray, sql } from 'drizzle-orm'
import { newId } from '../../../kernel/ids.ts'
import { type IndexEntry, indexEntries, removeEntries } from '../../ranking/server/index.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { SourceType } from '../contract.ts'
import { knowledgeChunks } from './knowledge.table.ts'

/** A passage to keep, and how it is searched. `searchable: false` keeps the chunk but hides it from visitors. */
export interface ChunkInput {
  source_type: SourceType
  source_id: string
  source_name: string
  content: string
  position: number
  /** «page 12», «slide 3»; null or missing where the source is not counted in such. */
  place?: string | null
  heading_path: string[]
  searchable: boolean
  entry: Omit<IndexEntry, 'chunk_id' | 'source_id'>
}

/** Passages that are analyzed and written together. */
const BATCH_SIZE = 500
/** The same where visitors are served in between. */
export const SMALL_BATCH_SIZE = 20
/** Ids in one statement. */
const IDS_PER_STATEMENT = 100

/** Replaces all chunks of the given sources, with their index entries, in the caller's transaction; `batchSize` at a time. */
export async function replaceChunks(
  transaction: WorkspaceTransaction,
  sourceType: SourceType,
  sourceIds: string[],
  chunks: ChunkInput[],
  batchSize: number = BATCH_SIZE,
): Promise<void> {
  await removeChunks(transaction, sourceType, sourceIds)
  const { tx, workspaceId } = transaction
  for (let batchStart = 0; batchStart < chunks.length; batchStart += batchSize) {
    const chunkRows = chunks.slice(batchStart, batchStart + batchSize).map((chunk) => ({ id: newId(), chunk }))
    await tx.insert(knowledgeChunks).values(
      chunkRows.map(({ id, chunk }) => ({
        workspaceId,
        id,
        sourceType: chunk.source_type,
        sourceId: chunk.source_id,
        sourceName: chunk.source_name,
        content: chunk.content,
        position: chunk.position,
        place: chunk.place ?? null,
        headingPath: chunk.heading_path,
      })),
    )
    const searchableEntries = chunkRows
      .filter(({ chunk }) => chunk.searchable)
      .map(({ id, chunk }) => ({ ...chunk.entry, chunk_id: id, source_id: chunk.source_id }))
    if (searchableEntries.length > 0) await indexEntries(tx, workspaceId, searchableEntries)
  }
}

/**
 * Rewrites the passages of sources of one passage each, in the caller's transaction. Only where nothing changed that is
 * searched: the index entries stay as they are.
 */
export async function rewriteChunks(
  { tx, workspaceId }: WorkspaceTransaction,
  sourceType: SourceType,
  chunks: Pick<ChunkInput, 'source_id' | 'content'>[],
): Promise<void> {
  for (let batchStart = 0; batchStart < chunks.length; batchStart += BATCH_SIZE) {
    const batchChunks = chunks.slice(batchStart, batchStart + BATCH_SIZE)
    await tx.execute(sql`
      update ${knowledgeChunks} chunk set content = new.content
      from unnest(${sql.param(batchChunks.map((chunk) => chunk.source_id))}::uuid[], ${sql.param(batchChunks.map((chunk) => chunk.content))}::text[])
        as new (source_id, content)
      where chunk.workspace_id = ${workspaceId} and chunk.source_type = ${sourceType} and chunk.source_id = new.source_id`)
  }
}

/** Removes the chunks of the given sources, and what the index holds of them. */
export async function removeChunks(
  { tx, workspaceId }: WorkspaceTransaction,
  sourceType: SourceType,
  sourceIds: string[],
): Promise<void> {
  for (let batchStart = 0; batchStart < sourceIds.length; batchStart += IDS_PER_STATEMENT) {
    const removedChunks = await tx
      .delete(knowledgeChunks)
      .where(
        and(
          eq(knowledgeChunks.workspaceId, workspaceId),
          eq(knowledgeChunks.sourceType, sourceType),
          inArray(knowledgeChunks.sourceId, sourceIds.slice(batchStart, batchStart + IDS_PER_STATEMENT)),
        ),
      )
      .returning({ id: knowledgeChunks.id })
    if (removedChunks.length > 0)
      await removeEntries(
        tx,
        workspaceId,
        removedChunks.map((removedChunk) => removedChunk.id),
      )
  }
}
