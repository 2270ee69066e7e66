import { type SQL, sql } from 'drizzle-orm'
import { notFound } from '../../../../kernel/app-error.ts'
import type { Tx } from '../../../../platform/db/index.ts'
import { type EntryNumbers, unpackNumbers } from '../../domain/memory-index/entry-numbers.ts'
import { rowsOf } from '../statements.ts'

/** Maximum age of a followed state: older ones may have missed changes of slow transactions. */
export const CHANGES_TRUSTED = '30 minutes'

/** A state of the content from which changes can be followed. */
export interface IndexState {
  contentVersion: number
  /** The smallest number of a transaction that had not finished: later changes have it or a larger one. */
  unfinished: string
  /** The database's time. */
  at: string
}

/** Changes since a state, possibly overlapping: numbers that exist, and all numbers. */
export interface EntryChanges {
  state: IndexState
  present: EntryNumbers
  changed: EntryNumbers
}

interface StateRow {
  version: string | null
  unfinished: string
  at: string
}

const stateColumns = (workspaceId: string): SQL =>
  sql`(select content_version::text from workspaces where id = ${workspaceId}::uuid) as version,
      pg_snapshot_xmin(pg_current_snapshot())::text as unfinished, now()::text as at`

function indexStateOf(stateRow: StateRow | undefined): IndexState {
  if (!stateRow?.version) throw notFound('workspace')
  return { contentVersion: Number(stateRow.version), unfinished: stateRow.unfinished, at: stateRow.at }
}

/** The numbers of a workspace's entries, at most `max`. Throws not_found. */
export async function allEntryNumbers(
  transaction: Tx,
  workspaceId: string,
  maxChanges: number,
): Promise<{ state: IndexState; numbers: EntryNumbers }> {
  const [row] = await rowsOf<StateRow & { packed: Uint8Array | null }>(
    transaction,
    sql`select ${stateColumns(workspaceId)}, (
          select string_agg(int8send(entry_no), '' order by entry_no) from (
            select entry_no from search_entries where workspace_id = ${workspaceId}::uuid limit ${maxChanges}) e) as packed`,
  )
  return { state: indexStateOf(row), numbers: unpackNumbers(row?.packed ?? null) }
}

/**
 * Returns the changes since a state, or null when it is older than `trusted`. The cost depends on the number of changes.
 * Throws not_found.
 */
export async function changesSince(
  transaction: Tx,
  workspaceId: string,
  sinceState: IndexState,
  trustedSnapshot: string,
): Promise<EntryChanges | null> {
  const [row] = await rowsOf<StateRow & { trusted: boolean; changed: Uint8Array | null; present: Uint8Array | null }>(
    transaction,
    sql`with changed as materialized (
          select distinct unnest(entry_numbers) as entry_no from search_changes
          where workspace_id = ${workspaceId}::uuid and transaction_no >= ${sinceState.unfinished}::text::xid8)
        select ${stateColumns(workspaceId)}, ${sinceState.at}::timestamptz > now() - ${trustedSnapshot}::interval as trusted,
          (select string_agg(int8send(entry_no), '' order by entry_no) from changed) as changed,
          (select string_agg(int8send(c.entry_no), '' order by c.entry_no) from changed c
            where exists (select from search_entries e
              where e.workspace_id = ${workspaceId}::uuid and e.entry_no = c.entry_no)) as present`,
  )
  const currentState = indexStateOf(row)
  if (!row?.trusted) return null
  return { state: currentState, changed: unpackNumbers(row.changed), present: unpackNumbers(row.present) }
}
