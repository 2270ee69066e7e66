import type { PreparedEntry } from '../domain/rank/prepared.ts'
import type { Collection } from '../domain/rank/question.ts'

const SENTENCE_LENGTH = 20

/** Mean lengths as they are stored: of question, alternatives (where there are any), body (likewise), one phrasing. */
export function averagesFrom([question, alternatives, body, phrasing]: number[]): Collection['averages'] {
  return {
    question: question || 1,
    alternatives: alternatives || 1,
    body: body || 1,
    phrasing: phrasing || 1,
    sentence: SENTENCE_LENGTH,
  }
}

const MAX_COLLECTIONS = 200
const collections = new Map<string, { entryNumbers: string; collection: Collection }>()

/** Exact statistics of a workspace's entries, cached until the set of entries changes. */
export function cachedCollection(workspaceId: string, entryNumbers: number[], entries: PreparedEntry[]): Collection {
  const key = entryNumbers.join()
  const cached = collections.get(workspaceId)
  collections.delete(workspaceId)
  const kept = cached?.entryNumbers === key ? cached : { entryNumbers: key, collection: collectionOf(entries) }
  collections.set(workspaceId, kept)
  for (const oldest of collections.keys()) {
    if (collections.size <= MAX_COLLECTIONS) break
    collections.delete(oldest)
  }
  return kept.collection
}

function collectionOf(entries: PreparedEntry[]): Collection {
  const documentFrequency = new Map<string, number>()
  for (const entry of entries) {
    for (const term of new Set(entry.words.map((word) => word.term))) {
      documentFrequency.set(term, (documentFrequency.get(term) ?? 0) + 1)
    }
  }
  const mean = (values: number[]) => values.reduce((sum, x) => sum + x, 0) / Math.max(1, values.length)
  const lengths = entries.map((entry) => entry.lengths)
  const phrasings = entries.reduce((sum, entry) => sum + 1 + entry.alternatives.length, 0)
  const phrasingTerms = lengths.reduce((sum, l) => sum + l.question + l.alternatives, 0)
  return {
    entries: entries.length,
    averages: averagesFrom([
      mean(lengths.map((l) => l.question)),
      mean(lengths.map((l) => l.alternatives).filter(Boolean)),
      mean(lengths.map((l) => l.body).filter(Boolean)),
      phrasingTerms / Math.max(1, phrasings),
    ]),
    documentFrequency,
    complete: true,
  }
}
