import { sql } from 'drizzle-orm'
import {
  type AskedCollection,
  lookupTerms,
  type ParsedQuestion,
  parseQuestion,
  relatedTerms,
} from '../../ranking/server/index.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { COMPARED_GROUPS } from '../domain/grouping.ts'
import { idList, textList } from './sql-lists.ts'

/** Maximum number of counted questions per term; more frequent terms carry no information. */
const FREQUENT = 256
/** Rows of the index that one question reads, the rarest terms first. */
const BUDGET = 4_000
/** A word that only may stand for another finds, but counts less. */
const NEAR_WEIGHT = 0.6

export interface Exemplar {
  message_id: string
  group_id: string
  /** The group it was in before that was merged into this one; it still draws questions of its own kind. */
  came_from: string | null
  sense: ParsedQuestion
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
            select from question_terms q where q.workspace_id = ${workspaceId} and q.term = t.term limit ${FREQUENT}
          ) counted
        ) c`,
  )
  return new Map(rows.map(({ term, n }) => [term, n]))
}

/** Total number of exemplars. */
export async function countExemplars({ tx, workspaceId }: WorkspaceTransaction): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(
    sql`select count(*)::int as n from grouped_questions where workspace_id = ${workspaceId} and exemplar`,
  )
  return rows[0]?.n ?? 0
}

/**
 * The groups that share the most telling words with a question, the most promising first: index look-ups whose cost is
 * bounded however many groups there are.
 */
export async function promisingGroups(
  transaction: WorkspaceTransaction,
  sense: ParsedQuestion,
  questions: number,
): Promise<string[]> {
  const own = lookupTerms(sense)
  const near = relatedTerms(sense)
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
  const { rows } = await transaction.tx.execute<{ group_id: string }>(
    sql`select g.group_id from (
          select f.message_id, sum(f.told) as told
          from jsonb_to_recordset(${weights}::jsonb) as w(term text, told real)
          cross join lateral (
            select q.message_id, w.told from question_terms q
            where q.workspace_id = ${transaction.workspaceId} and q.term = w.term limit ${FREQUENT}
          ) f
          group by f.message_id order by told desc, f.message_id limit ${COMPARED_GROUPS * 8}
        ) m
        join grouped_questions g on g.workspace_id = ${transaction.workspaceId} and g.message_id = m.message_id
        where g.group_id is not null
        group by g.group_id order by max(m.told) desc, g.group_id limit ${COMPARED_GROUPS}`,
  )
  return rows.map(({ group_id }) => group_id)
}

/** The phrasings of groups that questions are compared with, oldest first, read in one language. */
export async function exemplarsOf(
  { tx, workspaceId }: WorkspaceTransaction,
  groupIds: readonly string[],
  options: { language: string; isClean: (text: string) => boolean },
): Promise<Exemplar[]> {
  if (groupIds.length === 0) return []
  const { rows } = await tx.execute<Pick<Exemplar, 'message_id' | 'group_id' | 'came_from'> & { question: string }>(
    sql`select g.message_id, g.group_id, g.came_from, m.question from grouped_questions g
        join messages m on m.workspace_id = g.workspace_id and m.id = g.message_id
        where g.workspace_id = ${workspaceId} and g.exemplar
          and g.group_id = any${idList(groupIds)}
        order by g.message_id`,
  )
  return rows.map(({ question, ...row }) => ({
    ...row,
    sense: parseQuestion(question, options.language),
    clean: options.isClean(question),
  }))
}

/** Loads the statistics for the similarity of these questions. */
export async function collectionFor(
  transaction: WorkspaceTransaction,
  senses: readonly ParsedQuestion[],
  questions: number,
): Promise<AskedCollection> {
  const terms = new Set(senses.flatMap(({ words }) => words.map(({ term }) => term)))
  return { questions, frequencies: await frequenciesOf(transaction, [...terms]) }
}
