import { AppError } from '../../../kernel/app-error.ts'
import { type Database, workspaceTransaction } from '../../../platform/db/index.ts'
import { runInSlices } from '../../../platform/jobs/index.ts'
import type { IndexEntry } from '../domain/entry.ts'
import { MemoryIndex } from '../domain/memory-index/memory-index.ts'
import { findCandidates, rankCandidates } from '../domain/memory-index/search.ts'
import { prepareEntry } from '../domain/rank/prepared.ts'
import { allEntryNumbers } from './memory-index/entry-changes.ts'
import { readEntries } from './memory-index/read-entries.ts'

/** Contents with more entries would take too long to search twice while someone waits. */
const MAX_ENTRIES = 20_000
const BATCH_SIZE = 500
/** Hits among which an entry's own fit is looked up. */
const MAX_HITS = 20
/** An alternative draws a question only if the entry fits it so much better than before. */
const MIN_GAIN = 0.1

export interface TakenQuestion {
  question: string
  /** The source that is found first without the alternatives. */
  from: Pick<IndexEntry, 'kind' | 'source_id' | 'question'>
}

/**
 * Returns the questions for which another source is found first now, and this one once it has the alternatives. Searches
 * a copy of the index by words; stores nothing. Must not be called inside a transaction. Throws unavailable
 * `search.too_large`.
 */
export async function questionsTakenBy(
  db: Database,
  workspaceId: string,
  change: { sourceId: string; alternatives: readonly string[] },
  questions: readonly string[],
): Promise<TakenQuestion[]> {
  const entries = await allEntries(db, workspaceId)
  const index = new MemoryIndex()
  await runInSlices(entries, ({ entryNo, entry }) => index.add(entryNo, prepareEntry(entry)))
  const search = (text: string) => {
    const { hits } = rankCandidates(findCandidates(index, { text }), MAX_HITS)
    return { first: hits[0], fit: hits.find((hit) => hit.source_id === change.sourceId)?.score ?? 0 }
  }
  const before: { question: string; from: TakenQuestion['from']; fit: number }[] = []
  await runInSlices(questions, (question) => {
    const { first, fit } = search(question)
    if (first && first.source_id !== change.sourceId) before.push({ question, from: first, fit })
  })
  for (const { entryNo, entry } of entries) {
    if (entry.source_id !== change.sourceId) continue
    index.remove(entryNo)
    index.add(entryNo, prepareEntry({ ...entry, alternatives: [...entry.alternatives, ...change.alternatives] }))
  }
  const taken: TakenQuestion[] = []
  await runInSlices(before, ({ question, from: { kind, source_id, question: title }, fit: fitBefore }) => {
    const { first, fit } = search(question)
    if (first?.source_id === change.sourceId && fit >= fitBefore + MIN_GAIN)
      taken.push({ question, from: { kind, source_id, question: title } })
  })
  return taken
}

const allEntries = (db: Database, workspaceId: string) =>
  workspaceTransaction(
    db,
    { workspaceId, userId: null },
    async (transaction) => {
      const { numbers } = await allEntryNumbers(transaction, workspaceId, MAX_ENTRIES + 1)
      const all = Array.from(numbers)
      if (all.length > MAX_ENTRIES)
        throw new AppError('unavailable', 'search.too_large', 'There is too much content to test this before saving.')
      const entries = []
      for (let position = 0; position < all.length; position += BATCH_SIZE)
        entries.push(...(await readEntries(transaction, workspaceId, all.slice(position, position + BATCH_SIZE))))
      return entries
    },
    'read',
  )
