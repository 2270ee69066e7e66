import { sql } from 'drizzle-orm'
import type { Tx } from '../../../platform/db/index.ts'
import { inverseDocumentFrequency } from '../domain/formulas.ts'
import { highest } from '../domain/highest.ts'
import type { AskedQuestion } from '../domain/rank/question.ts'
import { list, rowsOf } from './statements.ts'

export const CANDIDATES = 200
/** Postings read for one question: the rarest terms' come first, the most frequent terms' are left to the ranking. */
const POSTINGS_BUDGET = 30_000
/** The rarest terms find what the others would; a long question must not cost more for it. */
const MOST_TERMS = 20
/** A synonym brings an entry in, but rarely before one that has the word itself. */
const SYNONYM_WEIGHT = 0.3
/** More than an impact can be: it is a smallint, and never below 0. */
const IMPACTS = 32_768
const POSTING_BYTES = 8

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
  const terms = [...rarestFirst(asked.terms).slice(0, MOST_TERMS), ...rarestFirst(synonyms).slice(0, MOST_TERMS)]
  const chosen = terms.filter(({ frequency }, i) => {
    if (i > 0 && read + frequency > POSTINGS_BUDGET) return false
    read += frequency
    return true
  })
  if (!chosen.length) return []
  const rows = await rowsOf<{ at: number; postings: Uint8Array }>(
    tx,
    // An aggregate per term, added up here: the database would sort all postings to group them by entry. As bytes,
    // eight for a posting: writing and reading numbers as text takes longer than finding them.
    sql`select asked.at::int as at, found.postings
        from unnest(${list(chosen.map((t) => t.term))}::text[]) with ordinality asked(term, at)
        cross join lateral (
          select string_agg(int8send(p.entry_no * ${IMPACTS}::bigint + p.impact), ''::bytea) as postings
          from postings p where p.workspace_id = ${workspaceId}::uuid and p.term = asked.term) found
        where found.postings is not null`,
  )
  const scores = new Map<number, number>()
  for (const { at, postings } of rows) {
    const { weight, frequency } = chosen[at - 1]!
    const value = weight * inverseDocumentFrequency(frequency, entries)
    const bytes = new DataView(postings.buffer, postings.byteOffset, postings.byteLength)
    for (let offset = 0; offset < bytes.byteLength; offset += POSTING_BYTES) {
      const low = bytes.getUint32(offset + 4)
      const impact = low % IMPACTS
      const entryNo = (bytes.getUint32(offset) * 2 ** 32 + low - impact) / IMPACTS
      scores.set(entryNo, (scores.get(entryNo) ?? 0) + value * impact)
    }
  }
  return highest(scores, CANDIDATES)
}
