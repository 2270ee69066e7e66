import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import type { EntryText } from '../domain/entry.ts'
import { entryImpacts } from '../domain/memory-index/impacts.ts'
import { list, rowsOf } from './statements.ts'

/** `lengths` contains the number of postings here. */
const POSTINGS = 3

/**
 * Takes entries out of the index, with their postings; unknown ids are passed over. Words stay in the vocabulary until
 * `refreshStatistics`: a word without postings is never offered as a repair.
 */
export async function removeEntries(transaction: Tx, workspaceId: string, chunkIds: string[]): Promise<void> {
  if (!chunkIds.length) return
  const removed = await rowsOf<EntryText & { entry_no: string; lengths: number[] }>(
    transaction,
    sql`delete from search_entries
        where workspace_id = ${workspaceId}::uuid and chunk_id = any(${list(chunkIds)}::uuid[])
        returning entry_no, language, question, alternatives, body, lengths`,
  )
  if (!removed.length) return
  const keys = removed.flatMap((entry) =>
    [...entryImpacts(entry).impacts.keys()].map((term) => ({ term, entryNo: Number(entry.entry_no) })),
  )
  keys.sort((left, right) => (left.term < right.term ? -1 : left.term > right.term ? 1 : left.entryNo - right.entryNo))
  const { rowCount } = await transaction.execute(
    sql`delete from postings p
        using unnest(${list(keys.map((k) => k.term))}::text[], ${list(keys.map((k) => k.entryNo))}::bigint[])
          as gone(term, entry_no)
        where p.workspace_id = ${workspaceId}::uuid and p.term = gone.term and p.entry_no = gone.entry_no`,
  )
  const written = removed.reduce((sum, { lengths }) => sum + (lengths[POSTINGS] ?? 0), 0)
  if (rowCount !== written) await sweepPostings(transaction, workspaceId, removed)
}

/** Text was cut into other terms when these entries were written: their postings are looked for one by one. */
async function sweepPostings(transaction: Tx, workspaceId: string, removed: { entry_no: string }[]): Promise<void> {
  const entryNumbers = removed.map((entry) => Number(entry.entry_no))
  await transaction.execute(
    sql`delete from postings
        where workspace_id = ${workspaceId}::uuid and entry_no = any(${list(entryNumbers)}::bigint[])`,
  )
}
