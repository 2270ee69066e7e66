import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import type { IndexEntry } from '../domain/entry.ts'
import { type EntryImpacts, entryImpacts } from '../domain/memory-index/impacts.ts'
import { lettersOf } from '../domain/query/repair.ts'
import { removeEntries } from './remove-entries.ts'
import { list, rowsOf, storable } from './statements.ts'
import { lockVocabulary } from './vocabulary.queries.ts'

/** Entries a batch: bounds the size of one statement's parameters. */
const BATCH = 500
const POSTINGS_A_STATEMENT = 50_000

/**
 * Makes entries searchable; an entry whose `chunk_id` is already there is replaced. Part of the caller's transaction.
 * Rows are written in key order and no counter is shared, so that writers of one workspace do not wait for each other.
 */
export async function indexEntries(transaction: Tx, workspaceId: string, entries: IndexEntry[]): Promise<void> {
  const latest = [...new Map(entries.map((entry) => [entry.chunk_id, clean(entry)])).values()]
  for (let index = 0; index < latest.length; index += BATCH)
    await indexBatch(transaction, workspaceId, latest.slice(index, index + BATCH))
}

const clean = (entry: IndexEntry): IndexEntry => ({
  ...entry,
  question: storable(entry.question),
  alternatives: entry.alternatives.map(storable),
  body: storable(entry.body),
})

async function indexBatch(transaction: Tx, workspaceId: string, entries: IndexEntry[]): Promise<void> {
  await removeEntries(
    transaction,
    workspaceId,
    entries.map((entry) => entry.chunk_id),
  )
  const analyzed = entries.map(entryImpacts)
  const rows = entries.map((entry, index) => ({ ...entry, lengths: lengthsOf(analyzed[index]!) }))
  const inserted = await rowsOf<{ chunk_id: string; entry_no: string }>(
    transaction,
    sql`insert into search_entries
          (workspace_id, chunk_id, kind, source_id, language, question, alternatives, body, lengths)
        select ${workspaceId}::uuid, e.chunk_id, e.kind, e.source_id, e.language, e.question, e.alternatives, e.body,
               e.lengths
        from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as e(chunk_id uuid, kind text, source_id uuid,
             language text, question text, alternatives text[], body text, lengths smallint[])
        returning chunk_id, entry_no`,
  )
  const numbers = new Map(inserted.map((row) => [row.chunk_id, Number(row.entry_no)]))
  const postings: { term: string; entryNo: number; impact: number }[] = []
  const vocabulary = new Map<string, { word: string; term: string }>()
  analyzed.forEach(({ impacts, vocabulary: words }, index) => {
    const entryNo = numbers.get(entries[index]!.chunk_id.toLowerCase())!
    for (const [term, impact] of impacts) postings.push({ term, entryNo, impact })
    for (const [word, term] of words) vocabulary.set(`${word} ${term}`, { word, term })
  })
  postings.sort((left, right) => compare(left.term, right.term) || left.entryNo - right.entryNo)
  for (let index = 0; index < postings.length; index += POSTINGS_A_STATEMENT) {
    const part = postings.slice(index, index + POSTINGS_A_STATEMENT)
    await transaction.execute(
      sql`insert into postings (workspace_id, term, entry_no, impact)
          select ${workspaceId}::uuid, * from unnest(
            ${list(part.map((posting) => posting.term))}::text[], ${list(part.map((posting) => posting.entryNo))}::bigint[],
            ${list(part.map((posting) => posting.impact))}::smallint[])`,
    )
  }
  await lockVocabulary(transaction, workspaceId, 'shared')
  const words = [...vocabulary.values()].sort(
    (left, right) => compare(left.word, right.word) || compare(left.term, right.term),
  )
  await transaction.execute(
    sql`insert into vocabulary (workspace_id, word, term, letters)
        select ${workspaceId}::uuid, * from unnest(
          ${list(words.map((word) => word.word))}::text[], ${list(words.map((word) => word.term))}::text[],
          ${list(words.map((word) => lettersOf(word.word)))}::int[])
        on conflict do nothing`,
  )
}

/** With the number of postings, by which `removeEntries` knows that it has found them all. */
const lengthsOf = ({ lengths, impacts }: EntryImpacts): number[] => [...lengths, Math.min(impacts.size, 32_767)]

const compare = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0)
