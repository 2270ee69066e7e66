import { sql } from 'drizzle-orm'
import type { Tx } from '../../../../platform/db/index.ts'
import type { IndexEntry } from '../../domain/entry.ts'
import { list, rowsOf } from '../statements.ts'

export interface NumberedEntry {
  entryNo: number
  entry: IndexEntry
}

/** Reads the entries with these numbers; deleted ones are left out. */
export async function readEntries(
  transaction: Tx,
  workspaceId: string,
  entryNumbers: number[],
): Promise<NumberedEntry[]> {
  if (!entryNumbers.length) return []
  const entryRows = await rowsOf<IndexEntry & { entry_no: string }>(
    transaction,
    sql`select e.* from unnest(${list(entryNumbers)}::bigint[]) asked(entry_no) cross join lateral (
          select entry_no, chunk_id, kind, source_id, language, question, alternatives, body from search_entries
          where workspace_id = ${workspaceId}::uuid and entry_no = asked.entry_no offset 0) e`,
  )
  return entryRows.map(({ entry_no, ...entry }) => ({ entryNo: Number(entry_no), entry }))
}
