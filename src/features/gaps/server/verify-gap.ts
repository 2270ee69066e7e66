import { and, eq, isNotNull, ne, sql } from 'drizzle-orm'
import { type AnsweringServices, dryRunQuestion } from '../../answering/server/index.ts'
import { faqs } from '../../faqs/server/index.ts'
import type { AnswerSource } from '../../questions/contract.ts'
import { settleQuestions } from '../../questions/server/index.ts'
import {
  emit,
  inReadTransaction,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import type { Blocker, Gap } from '../contract.ts'
import { blockerOf, blockerWithoutFaq, mostFrequentSource } from '../domain/verification.ts'
import { disputedSources } from './disputed-sources.ts'
import { gapQuestions, gaps } from './gaps.table.ts'
import { announceStates, lockGaps } from './lock-gap.ts'

/** A model is asked for so many phrasings of a verification at most; the others are judged by what is found. */
const MAX_MODEL_CALLS = 50
/** As long as a visitor waits for a model. */
const QUESTION_TIMEOUT_MS = 15_000

/** Phrasings that are asked again in a gap without a FAQ, the most frequent ones first. */
const MAX_PHRASINGS_WITHOUT_FAQ = 50

interface VerificationInput {
  /** The gap's FAQ, if visitors can get it; else any source may answer. */
  faqId: string | null
  phrasings: { question_key: string; question: string }[]
  /** By phrasing, the keys of sources that answered it before and did not help. */
  disputed: ReadonlyMap<string, ReadonlySet<string>>
}

interface VerificationResult {
  question_key: string
  blocker: Blocker | null
}

/** Data for the verification; null when there is no such gap. */
async function loadVerification(transaction: WorkspaceTransaction, gapId: string): Promise<VerificationInput | null> {
  const { tx, workspaceId } = transaction
  const [gap] = await tx
    .select({ faqId: faqs.id })
    .from(gaps)
    .leftJoin(faqs, and(eq(faqs.workspaceId, workspaceId), eq(faqs.id, gaps.faqId), eq(faqs.status, 'published')))
    .where(and(eq(gaps.workspaceId, workspaceId), eq(gaps.id, gapId), ne(gaps.state, 'merged')))
  if (!gap) return null
  const { rows: phrasings } = await tx.execute<{ question_key: string; question: string }>(
    sql`select p.question_key, m.question from (
          select question_key, min(message_id::text)::uuid as id, count(*) as asked from gap_questions
          where workspace_id = ${workspaceId} and gap_id = ${gapId} group by question_key
        ) p join messages m on m.workspace_id = ${workspaceId} and m.id = p.id
        order by p.asked desc, p.id ${gap.faqId ? sql`` : sql`limit ${MAX_PHRASINGS_WITHOUT_FAQ}`}`,
  )
  const disputed = gap.faqId ? new Map<string, Set<string>>() : await disputedSources(transaction, gapId)
  return { faqId: gap.faqId, phrasings, disputed }
}

const NOT_DISPUTED: ReadonlySet<string> = new Set()

/**
 * Asks every question of a gap again as a visitor would. The gap is resolved if all get its FAQ as their answer, or any
 * answer if it has no published FAQ. Otherwise it is open, with the blocker of each question. May be repeated.
 */
export async function verifyGap(
  answering: AnsweringServices,
  context: WorkspaceContext,
  verifyOptions: { gapId: string; signal: AbortSignal; withModel?: boolean },
): Promise<void> {
  const verificationInput = await inReadTransaction(context, (transaction) =>
    loadVerification(transaction, verifyOptions.gapId),
  )
  if (!verificationInput) return
  let modelCallCount = verifyOptions.withModel === false ? MAX_MODEL_CALLS : 0
  const phrasingResults: VerificationResult[] = []
  const leadingSources: AnswerSource[] = []
  for (const { question_key, question } of verificationInput.phrasings) {
    verifyOptions.signal.throwIfAborted()
    let modelSkipped = false
    const { answer, found, isModelFailing } = await dryRunQuestion(answering, context, question, {
      signal: AbortSignal.any([verifyOptions.signal, AbortSignal.timeout(QUESTION_TIMEOUT_MS)]),
      mayUseModel: async () => {
        modelSkipped = modelCallCount++ >= MAX_MODEL_CALLS
        return !modelSkipped
      },
    })
    const outcome = isModelFailing ? 'unavailable' : answer.outcome
    const repeatedAnswer = { ...answer, outcome, found, modelSkipped }
    const blocker = verificationInput.faqId
      ? blockerOf(repeatedAnswer, verificationInput.faqId)
      : blockerWithoutFaq(repeatedAnswer, verificationInput.disputed.get(question_key) ?? NOT_DISPUTED)
    phrasingResults.push({ question_key, blocker })
    if (!blocker && answer.sources[0]) leadingSources.push(answer.sources[0])
  }
  const answeredBy = verificationInput.faqId ? null : mostFrequentSource(leadingSources)
  await inTransaction(context, async (transaction) => {
    await lockGaps(transaction)
    const stateBefore = await readGapState(transaction, verifyOptions.gapId)
    if (verificationInput.faqId || answeredBy)
      await saveVerification(transaction, verifyOptions.gapId, {
        ...verificationInput,
        results: phrasingResults,
        answeredBy,
      })
    else await withdrawVerification(transaction, verifyOptions.gapId)
    const stateAfter = await readGapState(transaction, verifyOptions.gapId)
    if (stateAfter && stateAfter !== stateBefore) await announceStates(transaction, [verifyOptions.gapId], stateAfter)
    await emit(transaction, { type: 'gaps.changed' })
  })
}

async function readGapState({ tx, workspaceId }: WorkspaceTransaction, gapId: string) {
  const [gap] = await tx
    .select({ state: gaps.state })
    .from(gaps)
    .where(and(eq(gaps.workspaceId, workspaceId), eq(gaps.id, gapId)))
  return gap?.state
}

async function saveVerification(
  transaction: WorkspaceTransaction,
  gapId: string,
  verification: { faqId: string | null; results: VerificationResult[]; answeredBy: Gap['answered_by'] },
): Promise<void> {
  const { tx, workspaceId } = transaction
  const { faqId, results, answeredBy } = verification
  const failedCount = results.filter(({ blocker }) => blocker !== null).length
  await tx.execute(
    sql`update gap_questions g
        set verification = case when r.blocker is null then 'passed' else 'failed' end, blocker = r.blocker
        from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r(question_key text, blocker jsonb)
        where g.workspace_id = ${workspaceId} and g.gap_id = ${gapId} and g.question_key = r.question_key`,
  )
  const hasPassed = failedCount === 0 && results.length > 0
  // A FAQ that was created from the gap during this verification gets its own.
  const { rows } = await tx.execute<{ state: string }>(
    sql`update gaps
        set verification_state = ${hasPassed ? 'passed' : 'failed'}, verification_asked = ${results.length}::int,
            verified_at = case when ${faqId === null}::boolean and state = 'resolved' and ${hasPassed}::boolean
                               then verified_at else now() end,
            verification_failed = ${failedCount}::int, answered_by = ${answeredBy && JSON.stringify(answeredBy)}::jsonb,
            reopened_at = case when state = 'resolved' and not ${hasPassed}::boolean then now()
                               when ${hasPassed}::boolean then null else reopened_at end,
            state = case when state = 'dismissed' then state when ${hasPassed}::boolean then 'resolved' else 'open' end
        where workspace_id = ${workspaceId} and id = ${gapId}
          and ${
            faqId
              ? sql`faq_id = ${faqId}`
              : sql`not exists (
            select from faqs f where f.workspace_id = gaps.workspace_id and f.id = gaps.faq_id and f.status = 'published')`
          }
        returning state`,
  )
  if (rows[0]?.state !== 'resolved') return
  const settledQuestions = await tx
    .select({ id: gapQuestions.messageId })
    .from(gapQuestions)
    .where(and(eq(gapQuestions.workspaceId, workspaceId), eq(gapQuestions.gapId, gapId)))
  await settleQuestions(
    transaction,
    settledQuestions.map(({ id }) => id),
    faqId ?? (answeredBy?.kind === 'faq' ? answeredBy.id : null),
  )
}

/** Nothing answers any question: nothing is verified, and nothing is resolved. */
async function withdrawVerification({ tx, workspaceId }: WorkspaceTransaction, gapId: string): Promise<void> {
  await tx
    .update(gaps)
    .set({
      verificationState: 'none',
      verificationAsked: 0,
      verificationFailed: 0,
      answeredBy: null,
      reopenedAt: sql`case when ${gaps.state} = 'resolved' then now() else ${gaps.reopenedAt} end`,
      state: sql`case when ${gaps.state} = 'resolved' then 'open' else ${gaps.state} end`,
    })
    .where(and(eq(gaps.workspaceId, workspaceId), eq(gaps.id, gapId)))
  await tx
    .update(gapQuestions)
    .set({ verification: null, blocker: null })
    .where(
      and(
        eq(gapQuestions.workspaceId, workspaceId),
        eq(gapQuestions.gapId, gapId),
        isNotNull(gapQuestions.verification),
      ),
    )
}
