import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import type { IndexEntry } from '../domain/entry.ts'
import { removeEntries } from './remove-entries.ts'
import { storable } from './statements.ts'

/** Entries per statement. */
const BATCH_SIZE = 500

/**
 * Makes entries searchable; an entry with the `chunk_id` of an existing one replaces it. Part of the caller's
 * transaction, which increments the content version: memory indexes then follow.
 */
export async function indexEntries(transaction: Tx, workspaceId: string, indexedEntries: IndexEntry[]): Promise<void> {
  const latest = [
    ...new Map(indexedEntries.map((indexEntry) => [indexEntry.chunk_id, toStorable(indexEntry)])).values(),
  ]
  for (let position = 0; position < latest.length; position += BATCH_SIZE) {
    const entryBatch = latest.slice(position, position + BATCH_SIZE)
    const chunkIds = entryBatch.map((indexEntry) => indexEntry.chunk_id)
    await removeEntries(transaction, workspaceId, chunkIds)
    await transaction.execute(
      sql`insert into search_entries (workspace_id, chunk_id, kind, source_id, language, question, alternatives, body)
          select ${workspaceId}::uuid, e.chunk_id, e.kind, e.source_id, e.language, e.question, e.alternatives, e.body
          from jsonb_to_recordset(${JSON.stringify(entryBatch)}::jsonb) as e(chunk_id uuid, kind text, source_id uuid,
               language text, question text, alternatives text[], body text)`,
    )
  }
}

const toStorable = (indexEntry: IndexEntry): IndexEntry => ({
  ...indexEntry,
  question: storable(indexEntry.question),
  alternatives: indexEntry.alternatives.map(storable),
  body: storable(indexEntry.body),
})
