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
  database: Database,
  workspaceId: string,
  alternativesChange: { sourceId: string; alternatives: readonly string[] },
  questions: readonly string[],
): Promise<TakenQuestion[]> {
  const indexedEntries = await allEntries(database, workspaceId)
  const memoryIndex = new MemoryIndex()
  await runInSlices(indexedEntries, ({ entryNo, entry }) => memoryIndex.add(entryNo, prepareEntry(entry)))
  const searchIndex = (questionText: string) => {
    const { hits } = rankCandidates(findCandidates(memoryIndex, { text: questionText }), MAX_HITS)
    return { first: hits[0], fit: hits.find((hit) => hit.source_id === alternativesChange.sourceId)?.score ?? 0 }
  }
  const answersBefore: { question: string; from: TakenQuestion['from']; fit: number }[] = []
  await runInSlices(questions, (question) => {
    const { first, fit } = searchIndex(question)
    if (first && first.source_id !== alternativesChange.sourceId) answersBefore.push({ question, from: first, fit })
  })
  for (const { entryNo, entry } of indexedEntries) {
    if (entry.source_id !== alternativesChange.sourceId) continue
    memoryIndex.remove(entryNo)
    memoryIndex.add(
      entryNo,
      prepareEntry({ ...entry, alternatives: [...entry.alternatives, ...alternativesChange.alternatives] }),
    )
  }
  const takenQuestions: TakenQuestion[] = []
  await runInSlices(answersBefore, ({ question, from: { kind, source_id, question: title }, fit: fitBefore }) => {
    const { first, fit } = searchIndex(question)
    if (first?.source_id === alternativesChange.sourceId && fit >= fitBefore + MIN_GAIN)
      takenQuestions.push({ question, from: { kind, source_id, question: title } })
  })
  return takenQuestions
}

const allEntries = (database: Database, workspaceId: string) =>
  workspaceTransaction(
    database,
    { workspaceId, userId: null },
    async (transaction) => {
      const { numbers } = await allEntryNumbers(transaction, workspaceId, MAX_ENTRIES + 1)
      const allNumbers = Array.from(numbers)
      if (allNumbers.length > MAX_ENTRIES)
        throw new AppError('unavailable', 'search.too_large', 'There is too much content to test this before saving.')
      const indexedEntries = []
      for (let position = 0; position < allNumbers.length; position += BATCH_SIZE)
        indexedEntries.push(
          ...(await readEntries(transaction, workspaceId, allNumbers.slice(position, position + BATCH_SIZE))),
        )
      return indexedEntries
    },
    'read',
  )
