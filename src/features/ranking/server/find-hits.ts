import type { Tx } from '../../../platform/db/index.ts'
import type { SearchOutcome } from '../domain/outcome.ts'
import type { PreparedEntry } from '../domain/rank/prepared.ts'
import { loadEntries } from './entry-cache.ts'
import { type QuestionOptions, searchSource, type Withheld } from './search-source.ts'
import { nearestEntries, type QuestionEmbedding } from './semantic/nearest-entries.ts'
import { openSource } from './source.ts'

export interface SearchOptions extends QuestionOptions {
  /** The question's vector: entries are then found by their meaning, too. */
  embedding?: QuestionEmbedding
}

/** `searchEntries`, and what calibration needs beyond it. */
export async function findHits(
  transaction: Tx,
  workspaceId: string,
  options: SearchOptions,
  withheld?: Withheld,
): Promise<SearchOutcome> {
  const source = await openSource(transaction, workspaceId)
  const { embedding } = options
  return searchSource(source, options, {
    ...(withheld && { withheld }),
    ...(embedding && {
      byMeaning: (found) => findByMeaning(transaction, workspaceId, embedding, source.entries, found),
    }),
  })
}

/** The entries found by words, joined by those that are near in meaning. */
async function findByMeaning(
  transaction: Tx,
  workspaceId: string,
  embedding: QuestionEmbedding,
  entries: number,
  found: PreparedEntry[],
) {
  const chunkIds = found.map(({ entry }) => entry.chunk_id)
  const { entryNumbers, ...meaning } = await nearestEntries(transaction, workspaceId, embedding, { entries, chunkIds })
  const known = new Set(chunkIds)
  const near = await loadEntries(transaction, workspaceId, entryNumbers)
  return { meaning, candidates: [...found, ...near.filter(({ entry }) => !known.has(entry.chunk_id))] }
}
