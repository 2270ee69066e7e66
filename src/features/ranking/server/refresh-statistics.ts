import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import type { EntryText } from '../domain/entry.ts'
import { tokenize } from '../domain/text/tokens.ts'
import { CHANGES_KEPT } from './memory-index/entry-changes.ts'
import { list, rowsOf } from './statements.ts'
import { COUNTED_TERMS } from './term-postings.ts'
import { lockVocabulary } from './vocabulary.queries.ts'

/** Stopwords have no postings: their frequency is estimated from this many entries. */
const SAMPLE = 500

/**
 * Recomputes statistics of large workspaces from the postings, so that they cannot drift. Runs in the background after
 * writes, one run at a time per workspace. Also deletes unused words and old changes.
 */
export async function refreshStatistics(transaction: Tx, workspaceId: string): Promise<void> {
  await transaction.execute(
    sql`insert into ranking_statistics (workspace_id, entry_count, average_lengths, languages)
        select ${workspaceId}::uuid, count(*), array[
            coalesce(avg(lengths[1]), 1), coalesce(avg(nullif(lengths[2], 0)), 1), coalesce(avg(nullif(lengths[3], 0)), 1),
            coalesce((sum(lengths[1]) + sum(lengths[2]))::real / greatest(1, sum(1 + cardinality(alternatives))), 1)],
          array(select language from search_entries where workspace_id = ${workspaceId}::uuid
                group by language order by count(*) desc, language limit 20)
        from search_entries where workspace_id = ${workspaceId}::uuid
        on conflict (workspace_id) do update set entry_count = excluded.entry_count,
          average_lengths = excluded.average_lengths, languages = excluded.languages`,
  )
  const stops = await stopwordFrequencies(transaction, workspaceId)
  await transaction.execute(
    sql`with counted as (
          select term, count(*)::int as frequency from postings where workspace_id = ${workspaceId}::uuid
          group by term having count(*) >= ${COUNTED_TERMS}
          union all
          select * from unnest(${list([...stops.keys()])}::text[], ${list([...stops.values()])}::int[])
        ), latest as (select term, max(frequency) as frequency from counted group by term
        ), gone as (
          delete from frequent_terms where workspace_id = ${workspaceId}::uuid and term not in (select term from latest)
        )
        insert into frequent_terms (workspace_id, term, document_frequency)
        select ${workspaceId}::uuid, term, frequency from latest order by term
        on conflict (workspace_id, term) do update set document_frequency = excluded.document_frequency
        where frequent_terms.document_frequency <> excluded.document_frequency`,
  )
  await transaction.execute(
    sql`delete from search_changes
        where workspace_id = ${workspaceId}::uuid and changed_at < now() - ${CHANGES_KEPT}::interval`,
  )
  await lockVocabulary(transaction, workspaceId, 'alone')
  await transaction.execute(
    sql`delete from vocabulary v where v.workspace_id = ${workspaceId}::uuid and not exists (
          select from postings p where p.workspace_id = v.workspace_id and p.term = v.term)`,
  )
}

async function stopwordFrequencies(transaction: Tx, workspaceId: string): Promise<Map<string, number>> {
  const sample = await rowsOf<EntryText>(
    transaction,
    sql`select language, question, alternatives, body from search_entries
        where workspace_id = ${workspaceId}::uuid
        order by (entry_no * 2654435761) % 1000003 limit ${SAMPLE}`,
  )
  const [row] = await rowsOf<{ entry_count: number }>(
    transaction,
    sql`select entry_count from ranking_statistics where workspace_id = ${workspaceId}::uuid`,
  )
  const frequencies = new Map<string, number>()
  for (const { language, question, alternatives, body } of sample) {
    const tokens = tokenize([question, ...alternatives, body].join('\n'), language)
    for (const term of new Set(tokens.filter((token) => token.stop).map((token) => token.term))) {
      frequencies.set(term, (frequencies.get(term) ?? 0) + 1)
    }
  }
  const scale = (row?.entry_count ?? 0) / Math.max(1, sample.length)
  for (const [term, count] of frequencies) frequencies.set(term, Math.max(1, Math.round(count * scale)))
  return frequencies
}
