import { sql } from 'drizzle-orm'
import type { Tx } from '../../../../platform/db/index.ts'
import { type EntryNumbers, unpackNumbers } from '../../domain/memory-index/entry-numbers.ts'
import { rowsOf } from '../statements.ts'

/** Changes are kept for this long; see `refreshStatistics`. */
export const CHANGES_KEPT = '1 hour'
/** Maximum age of a known state: older ones may have missed changes of slow transactions. */
export const CHANGES_TRUSTED = '30 minutes'

/** A moment from which on changes can be followed. */
export interface Look {
  /** The smallest number of a transaction that had not finished then: all that was written later has it or a larger one. */
  unfinished: string
  /** The database's time. */
  at: string
}

export interface Changes {
  look: Look
  /** Changes since a known state, possibly overlapping: existing numbers, and all numbers. */
  present: EntryNumbers
  changed: EntryNumbers
}

interface ChangesRow extends Look {
  trusted: boolean
  changed: Uint8Array | null
  present: Uint8Array | null
}

const LOOK = sql`pg_snapshot_xmin(pg_current_snapshot())::text as unfinished, now()::text as at`

/** The numbers of all entries of a workspace; no more than `most` of them. */
export async function allNumbers(
  transaction: Tx,
  workspaceId: string,
  most: number,
): Promise<{ look: Look; numbers: EntryNumbers }> {
  const [row] = await rowsOf<Look & { packed: Uint8Array | null }>(
    transaction,
    sql`select ${LOOK}, (
          select string_agg(int8send(entry_no), '' order by entry_no) from (
            select entry_no from search_entries where workspace_id = ${workspaceId}::uuid limit ${most}) e) as packed`,
  )
  if (!row) throw new Error('a row was selected and none came')
  return { look: { unfinished: row.unfinished, at: row.at }, numbers: unpackNumbers(row.packed) }
}

/** Returns the changes since a known state; null when it is too old. The cost depends on the number of changes. */
export async function changesSince(
  transaction: Tx,
  workspaceId: string,
  since: Look,
  trusted: string,
): Promise<Changes | null> {
  const [row] = await rowsOf<ChangesRow>(
    transaction,
    sql`with changed as materialized (
          select distinct unnest(entry_numbers) as entry_no from search_changes
          where workspace_id = ${workspaceId}::uuid and transaction_no >= ${since.unfinished}::text::xid8)
        select ${LOOK}, ${since.at}::timestamptz > now() - ${trusted}::interval as trusted,
          (select string_agg(int8send(entry_no), '' order by entry_no) from changed) as changed,
          (select string_agg(int8send(c.entry_no), '' order by c.entry_no) from changed c
            where exists (select from search_entries e
              where e.workspace_id = ${workspaceId}::uuid and e.entry_no = c.entry_no)) as present`,
  )
  if (!row?.trusted) return null
  const { unfinished, at, changed, present } = row
  return { look: { unfinished, at }, changed: unpackNumbers(changed), present: unpackNumbers(present) }
}
