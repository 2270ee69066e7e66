import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm'
import { compareQuestions } from '../../faqs/server/index.ts'
import { detectLanguage, SAME_QUESTION_FROM, sameQuestionProbability } from '../../ranking/server/index.ts'
import {
  inReadTransaction,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import { SUGGESTED_FAQS_MAX } from '../contract.ts'
import { lockSuggestions, suggestionsChanged } from './lock-suggestions.ts'
import { settledSuggestions, suggestedFaqs } from './suggestions.table.ts'

/** The newest questions that were dealt with, and that new ones are compared with. */
const SETTLED_COMPARED = 1_000

interface Candidate {
  id: string
  question: string
  question_key: string
}

/** Makes covered suggestions wait again if the FAQ or suggestion that covered them is gone. */
const reopenCovered = async ({ tx, workspaceId }: WorkspaceTransaction): Promise<void> => {
  await tx.execute(
    sql`update suggested_faqs s set state = 'waiting', covered_by_faq = null, covered_by_key = null
        where s.workspace_id = ${workspaceId} and s.state = 'covered'
          and not exists (select from faqs f
            where f.workspace_id = s.workspace_id and f.id = s.covered_by_faq and f.status <> 'archived')
          and not exists (select from settled_suggestions d
            where d.workspace_id = s.workspace_id and d.question_key = s.covered_by_key)
          and not exists (select from suggested_faqs o
            where o.workspace_id = s.workspace_id and o.question_key = s.covered_by_key and o.id <> s.id
              and o.state = 'offered')`,
  )
}

/** Order of offers: marked FAQs first, then by the time at which their sources were added. */
const byRank = sql`array_position(array['markup', 'list', 'heading', 'model'], s.kind), s.source_id, s.position, s.id`
const unsettled = sql`not exists (
  select from settled_suggestions d where d.workspace_id = s.workspace_id and d.question_key = s.question_key)`

const candidates = async (
  { tx, workspaceId }: WorkspaceTransaction,
  state: 'offered' | 'waiting',
  limit: number,
): Promise<Candidate[]> => {
  const { rows } = await tx.execute<Candidate & Record<string, unknown>>(
    sql`select s.id, s.question, s.question_key from suggested_faqs s
        where s.workspace_id = ${workspaceId} and s.state = ${state} and ${unsettled}
        order by ${byRank} limit ${limit}`,
  )
  return rows
}

const settledQuestions = async ({ tx, workspaceId }: WorkspaceTransaction): Promise<Candidate[]> => {
  const rows = await tx
    .select({ question: settledSuggestions.question, question_key: settledSuggestions.questionKey })
    .from(settledSuggestions)
    .where(eq(settledSuggestions.workspaceId, workspaceId))
    .orderBy(desc(settledSuggestions.settledAt))
    .limit(SETTLED_COMPARED)
  return rows.map((row) => ({ id: '', ...row }))
}

interface Verdict {
  id: string
  faq: string | null
  question_key: string | null
}

/** Which question asks the same as this one, by the measure that warns of FAQs that repeat one another. */
function sameAs({ question, question_key }: Candidate, others: readonly Candidate[]): string | null {
  const probabilityOf = sameQuestionProbability(question, detectLanguage(question))
  return (
    others.find((other) => other.question_key === question_key || probabilityOf(other.question) >= SAME_QUESTION_FROM)
      ?.question_key ?? null
  )
}

/** Returns the FAQ or suggestion that covers each of them; null when it can be offered. */
async function judge(context: WorkspaceContext, these: Candidate[], others: readonly Candidate[]): Promise<Verdict[]> {
  if (these.length === 0) return []
  const { items } = await compareQuestions(context, { questions: these.map(({ question }) => question) })
  const accepted = [...others]
  return these.map((candidate, index) => {
    const faq = (items[index]?.same ?? items[index]?.similar)?.id ?? null
    const question_key = faq === null ? sameAs(candidate, accepted) : null
    if (faq === null && question_key === null) accepted.push(candidate)
    return { id: candidate.id, faq, question_key }
  })
}

const write = (context: WorkspaceContext, verdicts: readonly Verdict[]): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    await lockSuggestions(transaction)
    let changed = 0
    for (const { id, faq, question_key } of verdicts) {
      const state = faq === null && question_key === null ? 'offered' : 'covered'
      const rows = await tx
        .update(suggestedFaqs)
        .set({ state, coveredByFaq: faq, coveredByKey: question_key })
        .where(
          and(eq(suggestedFaqs.workspaceId, workspaceId), eq(suggestedFaqs.id, id), ne(suggestedFaqs.state, state)),
        )
        .returning({ id: suggestedFaqs.id })
      changed += rows.length
    }
    // Keeps the maximum if two jobs decided at the same time.
    await tx.execute(
      sql`update suggested_faqs o set state = 'waiting'
          where o.workspace_id = ${workspaceId} and o.state = 'offered' and o.id not in (
            select s.id from suggested_faqs s
            where s.workspace_id = ${workspaceId} and s.state = 'offered' and ${unsettled}
            order by ${byRank} limit ${SUGGESTED_FAQS_MAX})`,
    )
    if (changed > 0) await suggestionsChanged(transaction)
  })

/**
 * Decides which suggestions are offered: up to the maximum, not covered by a FAQ, not similar to another offered one,
 * and not settled. Recomputed after every change of the content.
 * @returns the number of offered suggestions
 */
export async function offerSuggestions(context: WorkspaceContext, signal: AbortSignal): Promise<number> {
  await inTransaction(context, async (transaction) => {
    await lockSuggestions(transaction)
    await reopenCovered(transaction)
  })
  const { offered, settled } = await inReadTransaction(context, async (transaction) => ({
    offered: await candidates(transaction, 'offered', SUGGESTED_FAQS_MAX),
    settled: await settledQuestions(transaction),
  }))
  const standing = await judge(context, offered, settled)
  await write(context, standing)
  const free = new Set(
    standing.flatMap(({ id, faq, question_key }) => (faq === null && question_key === null ? [id] : [])),
  )
  const kept = offered.filter(({ id }) => free.has(id))
  for (;;) {
    signal.throwIfAborted()
    const room = SUGGESTED_FAQS_MAX - kept.length
    const next =
      room > 0 ? await inReadTransaction(context, (transaction) => candidates(transaction, 'waiting', room)) : []
    if (next.length === 0) return kept.length
    const verdicts = await judge(context, next, [...settled, ...kept])
    await write(context, verdicts)
    kept.push(...next.filter((_, index) => verdicts[index]?.faq === null && verdicts[index]?.question_key === null))
  }
}

/** Fills up the offer after `ids` were settled; for verbs that have the lock. */
export const releaseOffered = async (
  { tx, workspaceId }: WorkspaceTransaction,
  ids: readonly string[],
): Promise<void> => {
  await tx
    .update(suggestedFaqs)
    .set({ state: 'waiting' })
    .where(
      and(
        eq(suggestedFaqs.workspaceId, workspaceId),
        inArray(suggestedFaqs.id, [...ids]),
        eq(suggestedFaqs.state, 'offered'),
      ),
    )
}
