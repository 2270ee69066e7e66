import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import type { PreparedEntry } from '../domain/prepared.ts'
import type { AskedQuestion, Collection } from '../domain/rank/question.ts'
import { findCandidates } from './candidates.ts'
import { cachedCollection, documentFrequencies, measureWorkspace, type WorkspaceSize } from './collection.ts'
import { loadEntries } from './entry-cache.ts'
import { rowsOf } from './statements.ts'

export type Frequencies = ReadonlyMap<string, number>

/** Where entries and their statistics come from: memory for a small workspace, the postings for a large one. */
export interface Source {
  entries: number
  /** The most frequent first. */
  languages: string[]
  /** In how many entries each term occurs; 0 where it occurs nowhere. */
  frequencies(terms: { term: string; stop: boolean }[]): Promise<Frequencies>
  candidates(asked: AskedQuestion, frequencies: Frequencies): Promise<PreparedEntry[]>
  collection(frequencies: Frequencies): Collection
}

export async function openSource(tx: Tx, workspaceId: string): Promise<Source> {
  const size = await measureWorkspace(tx, workspaceId)
  return size.small ? smallSource(tx, workspaceId) : largeSource(tx, workspaceId, size)
}

async function smallSource(tx: Tx, workspaceId: string): Promise<Source> {
  const rows = await rowsOf<{ entry_no: string }>(
    tx,
    sql`select entry_no from search_entries where workspace_id = ${workspaceId}::uuid order by entry_no`,
  )
  const entryNumbers = rows.map((row) => Number(row.entry_no))
  const entries = await loadEntries(tx, workspaceId, entryNumbers)
  const collection = cachedCollection(workspaceId, entryNumbers, entries)
  return {
    entries: entries.length,
    languages: mostFrequentFirst(entries.map(({ entry }) => entry.language)),
    frequencies: async (terms) => new Map(terms.map(({ term }) => [term, collection.documentFrequency.get(term) ?? 0])),
    candidates: async () => entries,
    collection: () => collection,
  }
}

function largeSource(tx: Tx, workspaceId: string, { entries, averages, languages }: WorkspaceSize): Source {
  return {
    entries,
    languages,
    frequencies: (terms) => documentFrequencies(tx, workspaceId, entries, terms),
    candidates: async (asked, frequencies) =>
      loadEntries(tx, workspaceId, await findCandidates(tx, workspaceId, asked, frequencies, entries)),
    collection: (documentFrequency) => ({ entries, averages, documentFrequency, complete: false }),
  }
}

function mostFrequentFirst(values: string[]): string[] {
  const counts = new Map<string, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([value]) => value)
}
