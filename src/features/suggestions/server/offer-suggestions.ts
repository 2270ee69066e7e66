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
const MAX_SETTLED_COMPARED = 1_000

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
const rankOrder = sql`array_position(array['markup', 'list', 'heading', 'model'], s.kind), s.source_id, s.position, s.id`
const isUnsettled = sql`not exists (
  select from settled_suggestions d where d.workspace_id = s.workspace_id and d.question_key = s.question_key)`

const listCandidates = async (
  { tx, workspaceId }: WorkspaceTransaction,
  state: 'offered' | 'waiting',
  maxCandidates: number,
): Promise<Candidate[]> => {
  const { rows } = await tx.execute<Candidate & Record<string, unknown>>(
    sql`select s.id, s.question, s.question_key from suggested_faqs s
        where s.workspace_id = ${workspaceId} and s.state = ${state} and ${isUnsettled}
        order by ${rankOrder} limit ${maxCandidates}`,
  )
  return rows
}

const settledQuestions = async ({ tx, workspaceId }: WorkspaceTransaction): Promise<Candidate[]> => {
  const settledRows = await tx
    .select({ question: settledSuggestions.question, question_key: settledSuggestions.questionKey })
    .from(settledSuggestions)
    .where(eq(settledSuggestions.workspaceId, workspaceId))
    .orderBy(desc(settledSuggestions.settledAt))
    .limit(MAX_SETTLED_COMPARED)
  return settledRows.map((settledRow) => ({ id: '', ...settledRow }))
}

interface Verdict {
  id: string
  faq: string | null
  question_key: string | null
}

/** Which question asks the same as this one, by the measure that warns of FAQs that repeat one another. */
function matchingQuestionKey(
  { question, question_key }: Candidate,
  knownCandidates: readonly Candidate[],
): string | null {
  const probabilityOf = sameQuestionProbability(question, detectLanguage(question))
  return (
    knownCandidates.find(
      (knownCandidate) =>
        knownCandidate.question_key === question_key || probabilityOf(knownCandidate.question) >= SAME_QUESTION_FROM,
    )?.question_key ?? null
  )
}

/** Returns the FAQ or suggestion that covers each of them; null when it can be offered. */
async function judgeCandidates(
  context: WorkspaceContext,
  newCandidates: Candidate[],
  knownCandidates: readonly Candidate[],
): Promise<Verdict[]> {
  if (newCandidates.length === 0) return []
  const { items } = await compareQuestions(context, { questions: newCandidates.map(({ question }) => question) })
  const accepted = [...knownCandidates]
  return newCandidates.map((candidate, candidateIndex) => {
    const coveringFaqId = (items[candidateIndex]?.same ?? items[candidateIndex]?.similar)?.id ?? null
    const question_key = coveringFaqId === null ? matchingQuestionKey(candidate, accepted) : null
    if (coveringFaqId === null && question_key === null) accepted.push(candidate)
    return { id: candidate.id, faq: coveringFaqId, question_key }
  })
}

const saveVerdicts = (context: WorkspaceContext, verdicts: readonly Verdict[]): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    await lockSuggestions(transaction)
    let changedCount = 0
    for (const { id, faq, question_key } of verdicts) {
      const state = faq === null && question_key === null ? 'offered' : 'covered'
      const updatedRows = await tx
        .update(suggestedFaqs)
        .set({ state, coveredByFaq: faq, coveredByKey: question_key })
        .where(
          and(eq(suggestedFaqs.workspaceId, workspaceId), eq(suggestedFaqs.id, id), ne(suggestedFaqs.state, state)),
        )
        .returning({ id: suggestedFaqs.id })
      changedCount += updatedRows.length
    }
    // Keeps the maximum if two jobs decided at the same time.
    await tx.execute(
      sql`update suggested_faqs o set state = 'waiting'
          where o.workspace_id = ${workspaceId} and o.state = 'offered' and o.id not in (
            select s.id from suggested_faqs s
            where s.workspace_id = ${workspaceId} and s.state = 'offered' and ${isUnsettled}
            order by ${rankOrder} limit ${SUGGESTED_FAQS_MAX})`,
    )
    if (changedCount > 0) await suggestionsChanged(transaction)
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
    offered: await listCandidates(transaction, 'offered', SUGGESTED_FAQS_MAX),
    settled: await settledQuestions(transaction),
  }))
  const offeredVerdicts = await judgeCandidates(context, offered, settled)
  await saveVerdicts(context, offeredVerdicts)
  const uncoveredIds = new Set(
    offeredVerdicts.flatMap(({ id, faq, question_key }) => (faq === null && question_key === null ? [id] : [])),
  )
  const stillOffered = offered.filter(({ id }) => uncoveredIds.has(id))
  for (;;) {
    signal.throwIfAborted()
    const remainingRoom = SUGGESTED_FAQS_MAX - stillOffered.length
    const nextCandidates =
      remainingRoom > 0
        ? await inReadTransaction(context, (transaction) => listCandidates(transaction, 'waiting', remainingRoom))
        : []
    if (nextCandidates.length === 0) return stillOffered.length
    const nextVerdicts = await judgeCandidates(context, nextCandidates, [...settled, ...stillOffered])
    await saveVerdicts(context, nextVerdicts)
    stillOffered.push(
      ...nextCandidates.filter(
        (_, candidateIndex) =>
          nextVerdicts[candidateIndex]?.faq === null && nextVerdicts[candidateIndex]?.question_key === null,
      ),
    )
  }
}

/** Fills up the offer after `suggestionIds` were settled; for verbs that have the lock. */
export const releaseOffered = async (
  { tx, workspaceId }: WorkspaceTransaction,
  suggestionIds: readonly string[],
): Promise<void> => {
  await tx
    .update(suggestedFaqs)
    .set({ state: 'waiting' })
    .where(
      and(
        eq(suggestedFaqs.workspaceId, workspaceId),
        inArray(suggestedFaqs.id, [...suggestionIds]),
        eq(suggestedFaqs.state, 'offered'),
      ),
    )
}
