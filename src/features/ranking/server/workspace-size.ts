import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import { SMALL_WORKSPACE } from '../domain/rank/candidates.ts'
import type { Collection } from '../domain/rank/question.ts'
import { averagesFrom } from './collection.ts'
import { rowsOf } from './statements.ts'

/** A workspace that had this many entries when statistics were last written is not counted again. */
const SURELY_LARGE = 4 * SMALL_WORKSPACE
/** Lengths are averaged over this many entries where no statistics have been written yet. */
const LENGTH_SAMPLE = 2000

interface LargeWorkspace {
  small: false
  entries: number
  averages: Collection['averages']
  /** The most frequent first. */
  languages: string[]
}

export type WorkspaceSize = { small: true; entryNumbers: number[] } | LargeWorkspace

interface SizeRow {
  /** Maximum number of entries of a small workspace. */
  numbers: string[] | null
  entry_count: number | null
  average_lengths: number[] | null
  languages: string[] | null
}

/**
 * Cache time of a large workspace's statistics, which are estimates of a periodic job anyway. Small workspaces are
 * counted for every question.
 */
const REMEMBERED_MS = 10_000
const MAX_REMEMBERED = 500
const remembered = new Map<string, { size: LargeWorkspace; until: number }>()

/** Size of the searchable content; missing statistics, and those from before the workspace grew, are ignored. */
export async function measureWorkspace(transaction: Tx, workspaceId: string): Promise<WorkspaceSize> {
  const known = remembered.get(workspaceId)
  if (known && known.until > performance.now()) return known.size
  remembered.delete(workspaceId)
  const row = await readSize(transaction, workspaceId)
  if (row.numbers) return { small: true, entryNumbers: row.numbers.map(Number) }
  const size = written(row) ?? (await measureNow(transaction, workspaceId))
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(workspaceId, { size, until: performance.now() + REMEMBERED_MS })
  return size
}

/** Returns the statistics of a large workspace, if they are valid. */
function written({ entry_count, average_lengths, languages }: SizeRow): LargeWorkspace | null {
  if (!average_lengths || !languages || entry_count === null || entry_count <= SMALL_WORKSPACE) return null
  return { small: false, entries: entry_count, averages: averagesFrom(average_lengths), languages }
}

/** Number of entries when statistics were last written; 0 before. */
export async function knownSize(transaction: Tx, workspaceId: string): Promise<number> {
  const [row] = await rowsOf<{ entry_count: number }>(
    transaction,
    sql`select entry_count from ranking_statistics where workspace_id = ${workspaceId}::uuid`,
  )
  return row?.entry_count ?? 0
}

async function readSize(transaction: Tx, workspaceId: string): Promise<SizeRow> {
  const [row] = await rowsOf<SizeRow>(
    transaction,
    sql`select s.entry_count, s.average_lengths, s.languages, small.numbers
        from (select 1) one left join ranking_statistics s on s.workspace_id = ${workspaceId}::uuid
        left join lateral (
          select coalesce(array_agg(entry_no order by entry_no), '{}') as numbers from (
            select entry_no from search_entries where workspace_id = ${workspaceId}::uuid
            order by entry_no limit ${SMALL_WORKSPACE + 1}) e
          having count(*) <= ${SMALL_WORKSPACE}
        ) small on s.entry_count is null or s.entry_count <= ${SURELY_LARGE}::int`,
  )
  if (!row) throw new Error('a row was selected and none came')
  return row
}

async function measureNow(transaction: Tx, workspaceId: string): Promise<LargeWorkspace> {
  const [row] = await rowsOf<{ entries: number; average_lengths: number[]; languages: string[] }>(
    transaction,
    sql`select (select count(*)::int from search_entries where workspace_id = ${workspaceId}::uuid) as entries,
          array[avg(lengths[1]), coalesce(avg(nullif(lengths[2], 0)), 1), coalesce(avg(nullif(lengths[3], 0)), 1),
            (sum(lengths[1]) + sum(lengths[2]))::real / sum(1 + cardinality(alternatives))]::real[] as average_lengths,
          array_agg(distinct language) as languages
        from (select lengths, alternatives, language from search_entries
              where workspace_id = ${workspaceId}::uuid limit ${LENGTH_SAMPLE}) sample`,
  )
  return {
    small: false,
    entries: row?.entries ?? 0,
    averages: averagesFrom(row?.average_lengths ?? []),
    languages: row?.languages ?? [],
  }
}
