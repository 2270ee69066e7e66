import type { Tx } from '../../../platform/db/index.ts'
import type { Correction, UnknownWord } from '../domain/query/query-analysis.ts'
import type { PreparedEntry } from '../domain/rank/prepared.ts'
import type { AskedQuestion, Collection } from '../domain/rank/question.ts'
import { cachedCollection } from './collection.ts'
import { loadEntries } from './entry-cache.ts'
import { type LookedUpTerms, TermPostings } from './term-postings.ts'
import { completionsOf, readUnknownWords } from './vocabulary.queries.ts'
import { measureWorkspace } from './workspace-size.ts'

/** Source of entries and statistics: memory for a small workspace, the postings for a large one. */
export interface Source {
  entries: number
  /** The most frequent first. */
  languages: string[]
  /** In how many entries each term that was looked up occurs; 0 where it occurs nowhere. */
  frequencies: Map<string, number>
  lookUp(terms: LookedUpTerms): Promise<void>
  candidates(asked: AskedQuestion): Promise<PreparedEntry[]>
  collection(): Collection
  /** Corrections of unknown words by their position in the question. */
  readings(unknown: UnknownWord[]): Promise<Map<number, Correction>>
  /** The terms of words that begin like this. */
  completions(beginning: string): Promise<string[]>
}

export async function openSource(transaction: Tx, workspaceId: string): Promise<Source> {
  const size = await measureWorkspace(transaction, workspaceId)
  const vocabulary: Pick<Source, 'readings' | 'completions'> = {
    readings: (unknown) => readUnknownWords(transaction, workspaceId, unknown),
    completions: (beginning) => completionsOf(transaction, workspaceId, beginning),
  }
  if (size.small) {
    const entries = await loadEntries(transaction, workspaceId, size.entryNumbers)
    return { ...smallSource(workspaceId, size.entryNumbers, entries), ...vocabulary }
  }
  const { entries, averages, languages } = size
  const postings = new TermPostings(entries)
  return {
    entries,
    languages,
    frequencies: postings.frequencies,
    lookUp: (terms) => postings.lookUp(transaction, workspaceId, terms),
    candidates: (asked) => loadEntries(transaction, workspaceId, postings.candidates(asked)),
    collection: () => ({ entries, averages, documentFrequency: postings.frequencies, complete: false }),
    ...vocabulary,
  }
}

function smallSource(
  workspaceId: string,
  entryNumbers: number[],
  entries: PreparedEntry[],
): Omit<Source, 'readings' | 'completions'> {
  const collection = cachedCollection(workspaceId, entryNumbers, entries)
  const frequencies = new Map<string, number>()
  return {
    entries: entries.length,
    languages: mostFrequentFirst(entries.map(({ entry }) => entry.language)),
    frequencies,
    lookUp: async ({ own, synonyms, stops }) => {
      for (const term of [...own, ...synonyms, ...stops]) {
        if (!frequencies.has(term)) frequencies.set(term, collection.documentFrequency.get(term) ?? 0)
      }
    },
    candidates: async () => entries,
    collection: () => collection,
  }
}

function mostFrequentFirst(values: string[]): string[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((left, right) => right[1] - left[1] || (left[0] < right[0] ? -1 : 1)).map(([value]) => value)
}
