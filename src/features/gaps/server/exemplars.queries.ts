import { sql } from 'drizzle-orm'
import { idList, textList } from '../../../platform/db/index.ts'
import {
  type AskedCollection,
  lookupTerms,
  type ParsedQuestion,
  parseQuestion,
  relatedTerms,
} from '../../ranking/server/index.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { MAX_COMPARED_GAPS } from '../domain/grouping.ts'

/** Maximum number of counted questions per term; more frequent terms carry no information. */
const FREQUENT = 256
/** Rows of the index that one question reads, the rarest terms first. */
const BUDGET = 4_000
/** A word that only may stand for another finds, but counts less. */
const NEAR_WEIGHT = 0.6

export interface Exemplar {
  message_id: string
  gap_id: string
  /** The gap it was in before that was merged into this one; it still draws questions of its own kind. */
  merged_from: string | null
  parsed: ParsedQuestion
  clean: boolean
}

/** Number of exemplars with each term, counted up to `FREQUENT`. */
export async function frequenciesOf(
  { tx, workspaceId }: WorkspaceTransaction,
  terms: readonly string[],
): Promise<Map<string, number>> {
  if (terms.length === 0) return new Map()
  const { rows } = await tx.execute<{ term: string; n: number }>(
    sql`select t.term, c.n from unnest${textList(terms)} as t(term)
        cross join lateral (
          select count(*)::int as n from (
            select from exemplar_terms q where q.workspace_id = ${workspaceId} and q.term = t.term limit ${FREQUENT}
          ) counted
        ) c`,
  )
  return new Map(rows.map(({ term, n }) => [term, n]))
}

/** Total number of exemplars. */
export async function countExemplars({ tx, workspaceId }: WorkspaceTransaction): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from gap_questions where workspace_id = ${workspaceId} and is_exemplar`,
  )
  return rows[0]?.n ?? 0
}

/**
 * The gaps that share the most telling words with a question, the most promising first: index look-ups whose cost is
 * bounded however many gaps there are.
 */
export async function promisingGaps(
  transaction: WorkspaceTransaction,
  parsed: ParsedQuestion,
  questions: number,
): Promise<string[]> {
  const own = lookupTerms(parsed)
  const near = relatedTerms(parsed)
  const frequencies = await frequenciesOf(transaction, [...new Set([...own, ...near])])
  const weight = new Map<string, number>()
  let budget = BUDGET
  for (const term of [...new Set([...own, ...near])].toSorted(
    (left, right) => (frequencies.get(left) ?? 0) - (frequencies.get(right) ?? 0) || (left < right ? -1 : 1),
  )) {
    const frequency = frequencies.get(term) ?? 0
    if (frequency === 0) continue
    budget -= frequency
    if (budget < 0) break
    const told = Math.log(1 + questions / frequency)
    weight.set(term, own.includes(term) ? told : told * NEAR_WEIGHT)
  }
  if (weight.size === 0) return []
  const weights = JSON.stringify([...weight].map(([term, told]) => ({ term, told })))
  const { rows } = await transaction.tx.execute<{ gap_id: string }>(
    sql`select g.gap_id from (
          select f.message_id, sum(f.told) as told
          from jsonb_to_recordset(${weights}::jsonb) as w(term text, told real)
          cross join lateral (
            select q.message_id, w.told from exemplar_terms q
            where q.workspace_id = ${transaction.workspaceId} and q.term = w.term limit ${FREQUENT}
          ) f
          group by f.message_id order by told desc, f.message_id limit ${MAX_COMPARED_GAPS * 8}
        ) m
        join gap_questions g on g.workspace_id = ${transaction.workspaceId} and g.message_id = m.message_id
        where g.gap_id is not null
        group by g.gap_id order by max(m.told) desc, g.gap_id limit ${MAX_COMPARED_GAPS}`,
  )
  return rows.map(({ gap_id }) => gap_id)
}

/** The phrasings of gaps that questions are compared with, oldest first, read in one language. */
export async function exemplarsOf(
  { tx, workspaceId }: WorkspaceTransaction,
  gapIds: readonly string[],
  options: { language: string; isClean: (text: string) => boolean },
): Promise<Exemplar[]> {
  if (gapIds.length === 0) return []
  const { rows } = await tx.execute<Pick<Exemplar, 'message_id' | 'gap_id' | 'merged_from'> & { question: string }>(
    sql`select g.message_id, g.gap_id, g.merged_from, m.question from gap_questions g
        join messages m on m.workspace_id = g.workspace_id and m.id = g.message_id
        where g.workspace_id = ${workspaceId} and g.is_exemplar
          and g.gap_id = any${idList(gapIds)}
        order by g.message_id`,
  )
  return rows.map(({ question, ...row }) => ({
    ...row,
    parsed: parseQuestion(question, options.language),
    clean: options.isClean(question),
  }))
}

/** Loads the statistics for the similarity of these questions. */
export async function collectionFor(
  transaction: WorkspaceTransaction,
  parsed: readonly ParsedQuestion[],
  questions: number,
): Promise<AskedCollection> {
  const terms = new Set(parsed.flatMap(({ words }) => words.map(({ term }) => term)))
  return { questions, frequencies: await frequenciesOf(transaction, [...terms]) }
}
