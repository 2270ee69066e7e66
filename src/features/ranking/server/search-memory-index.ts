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
  db: Database,
  workspace: SearchedWorkspace,
  request: SearchRequest,
): Promise<MemorySearch> {
  const { id, contentVersion, readOrigin = null } = workspace
  const indexes = memoryIndexesOf(db)
  const index = await indexes.get(id, contentVersion, { waitsForChanges: request.waitsForChanges ?? false, readOrigin })
  const { embedding, limit, excludedSourceIds: excluded } = request
  const vectors = embedding && (await vectorIndexesOf(db).get({ id, readOrigin }, embedding.served, index))
  // Nothing is waited for after this line: no update comes between.
  const isStale = contentVersion !== null && !indexes.hasVersion(id, contentVersion)
  const allowed = (slots: number[]) =>
    excluded?.size ? slots.filter((slot) => !excluded.has(index.entries.sourceId(slot))) : slots
  const found = findCandidates(index, request)
  const candidates = { ...found, slots: allowed(found.slots) }
  if (!embedding || !vectors) return { ...rankCandidates(candidates, limit), isStale }
  const known = new Set(candidates.slots.map((slot) => index.entries.chunkId(slot)))
  const { entryNumbers, ...compared } = vectors.compare(embedding.vector, { nearest: MAX_NEAREST, chunkIds: known })
  const similarities = { ...compared, everyday: everydaySimilarity(embedding.served.model, embedding.vector) }
  const near = allowed(index.slotsOf(entryNumbers)).filter((slot) => !known.has(index.entries.chunkId(slot)))
  const { weight, reach } = embedding.served
  const withNear = { ...candidates, slots: [...candidates.slots, ...near] }
  return { ...rankCandidates(withNear, limit, { similarities, weight: { weight, reach } }), isStale }
}

/** Loads or updates a workspace's index, so that the next search does not wait. Must not be called inside a transaction. */
export const warmIndex = async (db: Database, workspaceId: string): Promise<void> => {
  await memoryIndexesOf(db).get(workspaceId, null)
}
