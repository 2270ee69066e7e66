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

function stateOf(row: StateRow | undefined): IndexState {
  if (!row?.version) throw notFound('workspace')
  return { contentVersion: Number(row.version), unfinished: row.unfinished, at: row.at }
}

/** The numbers of a workspace's entries, at most `max`. Throws not_found. */
export async function allEntryNumbers(
  transaction: Tx,
  workspaceId: string,
  max: number,
): Promise<{ state: IndexState; numbers: EntryNumbers }> {
  const [row] = await rowsOf<StateRow & { packed: Uint8Array | null }>(
    transaction,
    sql`select ${stateColumns(workspaceId)}, (
          select string_agg(int8send(entry_no), '' order by entry_no) from (
            select entry_no from search_entries where workspace_id = ${workspaceId}::uuid limit ${max}) e) as packed`,
  )
  return { state: stateOf(row), numbers: unpackNumbers(row?.packed ?? null) }
}

/**
 * Returns the changes since a state, or null when it is older than `trusted`. The cost depends on the number of changes.
 * Throws not_found.
 */
export async function changesSince(
  transaction: Tx,
  workspaceId: string,
  since: IndexState,
  trusted: string,
): Promise<EntryChanges | null> {
  const [row] = await rowsOf<StateRow & { trusted: boolean; changed: Uint8Array | null; present: Uint8Array | null }>(
    transaction,
    sql`with changed as materialized (
          select distinct unnest(entry_numbers) as entry_no from search_changes
          where workspace_id = ${workspaceId}::uuid and transaction_no >= ${since.unfinished}::text::xid8)
        select ${stateColumns(workspaceId)}, ${since.at}::timestamptz > now() - ${trusted}::interval as trusted,
          (select string_agg(int8send(entry_no), '' order by entry_no) from changed) as changed,
          (select string_agg(int8send(c.entry_no), '' order by c.entry_no) from changed c
            where exists (select from search_entries e
              where e.workspace_id = ${workspaceId}::uuid and e.entry_no = c.entry_no)) as present`,
  )
  const state = stateOf(row)
  if (!row?.trusted) return null
  return { state, changed: unpackNumbers(row.changed), present: unpackNumbers(row.present) }
}
