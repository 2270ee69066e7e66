import type { Database, ReadOrigin } from '../../../platform/db/index.ts'
import { findCandidates, type Question, rankCandidates } from '../domain/memory-index/search.ts'
import type { SearchOutcome } from '../domain/outcome.ts'
import { everydaySimilarity } from '../domain/semantic/everyday-similarity.ts'
import { memoryIndexesOf } from './memory-index/memory-indexes.ts'
import type { ServedEmbeddings } from './semantic/embeddings.queries.ts'
import { vectorIndexesOf } from './semantic/vector-indexes.ts'

/** A question's vector in the space that serves the workspace. */
export interface QuestionEmbedding {
  served: ServedEmbeddings
  vector: ArrayLike<number>
}

export interface SearchRequest extends Question {
  limit: number
  /** The question's vector: entries are then found by their meaning, too. */
  embedding?: QuestionEmbedding
  /** Sources whose entries are left out. */
  excludedSourceIds?: ReadonlySet<string>
  /** Waits longer for changes that the index has not read yet, instead of searching the content before them. */
  waitsForChanges?: boolean
}

export interface MemorySearch extends SearchOutcome {
  /** The index had not read all changes of the content version: something that was just written may be missing. */
  isStale: boolean
}

/** The workspace to search. */
export interface SearchedWorkspace {
  id: string
  /** The content version that the caller has read; null: all that is committed. */
  contentVersion: number | null
  /** Origin of the version, from which content is read, too. Null and by default: the primary. */
  readOrigin?: ReadOrigin | null
}

/** Number of entries that semantic search adds to those found by words. */
const MAX_NEAREST = 50

/**
 * Returns the entries that fit a question, the best first; any text is accepted. Needs no round trip to the database
 * where the indexes have the content version. Must not be called inside a transaction. Throws not_found, unavailable
 * `search.loading`, and the errors of the database.
 */
export async function searchMemoryIndex(
  database: Database,
  workspace: SearchedWorkspace,
  searchRequest: SearchRequest,
): Promise<MemorySearch> {
  const { id, contentVersion, readOrigin = null } = workspace
  const memoryIndexes = memoryIndexesOf(database)
  const memoryIndex = await memoryIndexes.get(id, contentVersion, {
    waitsForChanges: searchRequest.waitsForChanges ?? false,
    readOrigin,
  })
  const { embedding, limit, excludedSourceIds: excluded } = searchRequest
  const vectorIndex =
    embedding && (await vectorIndexesOf(database).get({ id, readOrigin }, embedding.served, memoryIndex))
  // Nothing is waited for after this line: no update comes between.
  const isStaleIndex = contentVersion !== null && !memoryIndexes.hasVersion(id, contentVersion)
  const allowedSlots = (foundSlots: number[]) =>
    excluded?.size ? foundSlots.filter((slot) => !excluded.has(memoryIndex.entries.sourceId(slot))) : foundSlots
  const foundCandidates = findCandidates(memoryIndex, searchRequest)
  const candidates = { ...foundCandidates, slots: allowedSlots(foundCandidates.slots) }
  if (!embedding || !vectorIndex) return { ...rankCandidates(candidates, limit), isStale: isStaleIndex }
  const knownChunks = new Set(candidates.slots.map((slot) => memoryIndex.entries.chunkId(slot)))
  const { entryNumbers, ...similarities } = vectorIndex.compare(embedding.vector, {
    nearest: MAX_NEAREST,
    chunkIds: knownChunks,
    everyday: everydaySimilarity(embedding.served.model, embedding.vector),
  })
  const nearbySlots = allowedSlots(memoryIndex.slotsOf(entryNumbers)).filter(
    (slot) => !knownChunks.has(memoryIndex.entries.chunkId(slot)),
  )
  const { weight, reach } = embedding.served
  const withNear = { ...candidates, slots: [...candidates.slots, ...nearbySlots] }
  return { ...rankCandidates(withNear, limit, { similarities, weight: { weight, reach } }), isStale: isStaleIndex }
}

/** Loads or updates a workspace's index, so that the next search does not wait. Must not be called inside a transaction. */
export const warmIndex = async (database: Database, workspaceId: string): Promise<void> => {
  await memoryIndexesOf(database).get(workspaceId, null)
}
