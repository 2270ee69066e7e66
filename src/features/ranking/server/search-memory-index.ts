import { type Database, workspaceTransaction } from '../../../platform/db/index.ts'
import { findCandidates, type Question, rankCandidates } from '../domain/memory-index/search.ts'
import type { SearchOutcome } from '../domain/outcome.ts'
import { memoryIndexesOf } from './memory-index/memory-indexes.ts'
import { nearestEntries, type QuestionEmbedding } from './semantic/nearest-entries.ts'

export interface SearchRequest extends Question {
  limit: number
  /** The question's vector: entries are then found by their meaning, too. */
  embedding?: QuestionEmbedding
}

/** The workspace to search. */
export interface SearchedWorkspace {
  id: string
  /** The content version that the caller has read; null: all that is committed. */
  contentVersion: number | null
}

/**
 * Returns the entries that fit a question, the best first; any text is accepted. Needs no round trip to the database
 * where the index has the content version, except one for a vector. Must not be called inside a transaction. Throws
 * not_found, unavailable `search.loading`, and the errors of the database.
 */
export async function searchMemoryIndex(
  db: Database,
  workspace: SearchedWorkspace,
  request: SearchRequest,
): Promise<SearchOutcome> {
  const index = await memoryIndexesOf(db).get(workspace.id, workspace.contentVersion)
  const candidates = findCandidates(index, request)
  const { embedding, limit } = request
  if (!embedding) return rankCandidates(candidates, limit)
  const chunkIds = candidates.entries.map(({ entry }) => entry.chunk_id)
  const { entryNumbers, ...meaning } = await workspaceTransaction(
    db,
    { workspaceId: workspace.id, userId: null },
    (transaction) => nearestEntries(transaction, workspace.id, embedding, { entries: index.size, chunkIds }),
    'read',
  )
  const known = new Set(chunkIds)
  const near = index.entries(entryNumbers).filter(({ entry }) => !known.has(entry.chunk_id))
  return rankCandidates({ ...candidates, entries: [...candidates.entries, ...near] }, limit, meaning)
}

/** Loads or updates a workspace's index, so that the next search does not wait. Must not be called inside a transaction. */
export const warmIndex = async (db: Database, workspaceId: string): Promise<void> => {
  await memoryIndexesOf(db).get(workspaceId, null)
}
