import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import { inverseDocumentFrequency } from '../domain/formulas.ts'
import type { AskedQuestion } from '../domain/rank/question.ts'
import { list, rowsOf } from './statements.ts'

export const CANDIDATES = 200
/** Postings read for one question: the rarest terms' come first, the most frequent terms' are left to the ranking. */
const POSTINGS_BUDGET = 30_000
/** A synonym brings an entry in, but rarely before one that has the word itself. */
const SYNONYM_WEIGHT = 0.3

/** The numbers of the entries worth ranking, found by the rarest terms of the question, then by their synonyms. */
export async function findCandidates(
  tx: Tx,
  workspaceId: string,
  asked: AskedQuestion,
  documentFrequency: ReadonlyMap<string, number>,
  entries: number,
): Promise<number[]> {
  const rarestFirst = (terms: { term: string; weight: number }[]) =>
    terms
      .map(({ term, weight }) => ({ term, weight, frequency: documentFrequency.get(term) ?? 0 }))
      .filter(({ frequency }) => frequency > 0)
      .sort((a, b) => a.frequency - b.frequency)
  const synonyms = asked.synonyms.map((term) => ({ term, weight: SYNONYM_WEIGHT }))
  let read = 0
  const chosen = [...rarestFirst(asked.terms), ...rarestFirst(synonyms)].filter(({ frequency }, i) => {
    if (i > 0 && read + frequency > POSTINGS_BUDGET) return false
    read += frequency
    return true
  })
  if (!chosen.length) return []
  const weights = chosen.map((term) => term.weight * inverseDocumentFrequency(term.frequency, entries))
  const rows = await rowsOf<{ entry_no: string }>(
    tx,
    sql`select best.entry_no from (
          select p.entry_no, sum(p.impact * asked.weight) as score
          from unnest(${list(chosen.map((t) => t.term))}::text[], ${list(weights)}::real[]) asked(term, weight)
          join postings p on p.workspace_id = ${workspaceId}::uuid and p.term = asked.term
          group by p.entry_no order by score desc, p.entry_no limit ${CANDIDATES}) best
        join search_entries e on e.workspace_id = ${workspaceId}::uuid and e.entry_no = best.entry_no
        order by best.score desc, best.entry_no`,
  )
  return rows.map((row) => Number(row.entry_no))
}
