import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import type { PreparedEntry } from '../domain/prepared.ts'
import type { Collection } from '../domain/rank/question.ts'
import { list, rowsOf } from './statements.ts'

/** A term in fewer entries than this is counted while asking; `refreshStatistics` keeps the count of the others. */
export const COUNTED_TERMS = 256
/** A workspace of at most this many entries is ranked in full, with exact statistics. */
export const SMALL_WORKSPACE = 256
/** A workspace that had this many entries when statistics were last written is not counted again. */
const SURELY_LARGE = 4 * SMALL_WORKSPACE
const SENTENCE_LENGTH = 20
/** Lengths are averaged over this many entries where no statistics have been written yet. */
const LENGTH_SAMPLE = 2000

export interface WorkspaceSize {
  small: boolean
  /** It comes from the statistics rather than from counting. */
  estimated: boolean
  entries: number
  averages: Collection['averages']
  languages: string[]
}

interface StatisticsRow {
  counted: number
  entry_count: number | null
  average_lengths: number[] | null
  languages: string[] | null
}

/**
 * What the statistics of a large workspace say is an estimate that a job renews every now and then; being some seconds
 * older here changes no more than that job's being late. Small workspaces are counted at every question.
 */
const REMEMBERED_MS = 10_000
const MOST_REMEMBERED = 500
const remembered = new Map<string, { size: WorkspaceSize; until: number }>()

/** How much there is to search; statistics that were never written, or before the workspace grew, are not believed. */
export async function measureWorkspace(tx: Tx, workspaceId: string): Promise<WorkspaceSize> {
  const known = remembered.get(workspaceId)
  if (known && known.until > performance.now()) return known.size
  const size = await readSize(tx, workspaceId)
  remembered.delete(workspaceId)
  if (!size.estimated) return size
  if (remembered.size >= MOST_REMEMBERED) remembered.clear()
  remembered.set(workspaceId, { size, until: performance.now() + REMEMBERED_MS })
  return size
}

async function readSize(tx: Tx, workspaceId: string): Promise<WorkspaceSize> {
  const [row] = await rowsOf<StatisticsRow>(
    tx,
    sql`select s.entry_count, s.average_lengths, s.languages,
          case when s.entry_count > ${SURELY_LARGE}::int then s.entry_count else (
            select count(*)::int from (
              select from search_entries where workspace_id = ${workspaceId}::uuid limit ${SMALL_WORKSPACE + 1}) e)
          end as counted
        from (select 1) one left join ranking_statistics s on s.workspace_id = ${workspaceId}::uuid`,
  )
  const counted = row?.counted ?? 0
  const small = counted <= SMALL_WORKSPACE
  if (!small && row?.average_lengths && row.languages && (row.entry_count ?? 0) >= counted) {
    const entries = row.entry_count ?? counted
    const averages = averagesFrom(row.average_lengths)
    return { small, estimated: true, entries, averages, languages: row.languages }
  }
  if (small) return { small, estimated: false, entries: counted, averages: averagesFrom([]), languages: [] }
  return measureNow(tx, workspaceId)
}

async function measureNow(tx: Tx, workspaceId: string): Promise<WorkspaceSize> {
  const [row] = await rowsOf<{ entries: number; average_lengths: number[]; languages: string[] }>(
    tx,
    sql`select (select count(*)::int from search_entries where workspace_id = ${workspaceId}::uuid) as entries,
          array[avg(lengths[1]), coalesce(avg(nullif(lengths[2], 0)), 1), coalesce(avg(nullif(lengths[3], 0)), 1),
            (sum(lengths[1]) + sum(lengths[2]))::real / sum(1 + cardinality(alternatives))]::real[] as average_lengths,
          array_agg(distinct language) as languages
        from (select lengths, alternatives, language from search_entries
              where workspace_id = ${workspaceId}::uuid limit ${LENGTH_SAMPLE}) sample`,
  )
  return {
    small: false,
    estimated: false,
    entries: row?.entries ?? 0,
    averages: averagesFrom(row?.average_lengths ?? []),
    languages: row?.languages ?? [],
  }
}

function averagesFrom([question, alternatives, body, phrasing]: number[]): Collection['averages'] {
  return {
    question: question || 1,
    alternatives: alternatives || 1,
    body: body || 1,
    phrasing: phrasing || 1,
    sentence: SENTENCE_LENGTH,
  }
}

const MOST_COLLECTIONS = 200
const collections = new Map<string, { entryNumbers: string; collection: Collection }>()

/** Exact statistics of a workspace's entries, which are all at hand; kept until the set of entries changes. */
export function cachedCollection(workspaceId: string, entryNumbers: number[], entries: PreparedEntry[]): Collection {
  const key = entryNumbers.join()
  const cached = collections.get(workspaceId)
  collections.delete(workspaceId)
  const kept = cached?.entryNumbers === key ? cached : { entryNumbers: key, collection: collectionOf(entries) }
  collections.set(workspaceId, kept)
  for (const oldest of collections.keys()) {
    if (collections.size <= MOST_COLLECTIONS) break
    collections.delete(oldest)
  }
  return kept.collection
}

function collectionOf(entries: PreparedEntry[]): Collection {
  const documentFrequency = new Map<string, number>()
  for (const entry of entries) {
    for (const term of new Set(entry.words.map((word) => word.term))) {
      documentFrequency.set(term, (documentFrequency.get(term) ?? 0) + 1)
    }
  }
  const mean = (values: number[]) => values.reduce((sum, x) => sum + x, 0) / Math.max(1, values.length)
  const lengths = entries.map((entry) => entry.lengths)
  const phrasings = entries.reduce((sum, entry) => sum + 1 + entry.alternatives.length, 0)
  const phrasingTerms = lengths.reduce((sum, l) => sum + l.question + l.alternatives, 0)
  return {
    entries: entries.length,
    averages: averagesFrom([
      mean(lengths.map((l) => l.question)),
      mean(lengths.map((l) => l.alternatives).filter(Boolean)),
      mean(lengths.map((l) => l.body).filter(Boolean)),
      phrasingTerms / Math.max(1, phrasings),
    ]),
    documentFrequency,
    complete: true,
  }
}

/** The share of entries taken to hold a stopword that was never counted. */
const STOPWORD_SHARE = 0.25

/**
 * In how many entries each token's term occurs: exact for rare terms, as last refreshed for the others, 0 where it
 * occurs nowhere. Stopwords have no postings; theirs is an estimate.
 */
export async function documentFrequencies(
  tx: Tx,
  workspaceId: string,
  entries: number,
  tokens: { term: string; stop: boolean }[],
): Promise<Map<string, number>> {
  const stops = new Map(tokens.map((token) => [token.term, token.stop]))
  const rows = await rowsOf<{ term: string; frequent: number | null; counted: number }>(
    tx,
    sql`select t.term, f.document_frequency as frequent,
          (select count(*)::int from (
             select from postings p where p.workspace_id = ${workspaceId}::uuid and p.term = t.term
             limit case when f.document_frequency is null then ${COUNTED_TERMS}::int else 1 end) found) as counted
        from unnest(${list([...stops.keys()])}::text[]) t(term)
        left join lateral (
          select document_frequency from frequent_terms
          where workspace_id = ${workspaceId}::uuid and term = t.term offset 0) f on true`,
  )
  const frequencyOf = ({ term, frequent, counted }: (typeof rows)[number]) => {
    if (stops.get(term)) return frequent ?? Math.ceil(entries * STOPWORD_SHARE)
    return counted ? (frequent ?? counted) : 0
  }
  return new Map(rows.map((row) => [row.term, frequencyOf(row)]))
}
