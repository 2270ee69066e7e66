import { and, eq, sql } from 'drizzle-orm'
import { type AnsweringServices, dryRunQuestion } from '../../answering/server/index.ts'
import { faqs } from '../../faqs/server/index.ts'
import { settleQuestions } from '../../questions/server/index.ts'
import {
  emit,
  inReadTransaction,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import type { Blocker } from '../contract.ts'
import { blockerOf } from '../domain/verification.ts'
import { lockGaps } from './lock-gap.ts'

/** A model is asked for so many phrasings of a verification at most; the others are judged by what is found. */
const MAX_MODEL_CALLS = 50
/** As long as a visitor waits for a model. */
const QUESTION_TIMEOUT_MS = 15_000

interface VerificationInput {
  faqId: string
  phrasings: { question_key: string; question: string }[]
}

/** Data for the verification; null when there is no gap, or no FAQ that visitors could get. */
async function loadVerification(transaction: WorkspaceTransaction, gapId: string): Promise<VerificationInput | null> {
  const { rows } = await transaction.tx.execute<{ faq_id: string | null }>(
    sql`select faq_id from gaps
        where workspace_id = ${transaction.workspaceId} and id = ${gapId} and state <> 'merged'`,
  )
  const faqId = rows[0]?.faq_id
  if (!faqId) return null
  const [faq] = await transaction.tx
    .select({ status: faqs.status })
    .from(faqs)
    .where(and(eq(faqs.workspaceId, transaction.workspaceId), eq(faqs.id, faqId)))
  if (faq?.status !== 'published') return null
  const { rows: phrasings } = await transaction.tx.execute<{ question_key: string; question: string }>(
    sql`select distinct on (g.question_key) g.question_key, m.question from gap_questions g
        join messages m on m.workspace_id = g.workspace_id and m.id = g.message_id
        where g.workspace_id = ${transaction.workspaceId} and g.gap_id = ${gapId} order by g.question_key, g.message_id`,
  )
  return { faqId, phrasings }
}

/**
 * Asks every question of a gap again as a visitor would ask it. It is resolved if all now get the gap's FAQ as their
 * answer, and open otherwise, with what stood in the way of each. May be repeated.
 */
export async function verifyGap(
  answering: AnsweringServices,
  context: WorkspaceContext,
  options: { gapId: string; signal: AbortSignal; withModel?: boolean },
): Promise<void> {
  const wanted = await inReadTransaction(context, (transaction) => loadVerification(transaction, options.gapId))
  let calls = options.withModel === false ? MAX_MODEL_CALLS : 0
  const results: { question_key: string; blocker: Blocker | null }[] = []
  for (const { question_key, question } of wanted?.phrasings ?? []) {
    options.signal.throwIfAborted()
    let modelSkipped = answering.generate !== null
    const { answer, found } = await dryRunQuestion(answering, context, question, {
      signal: AbortSignal.any([options.signal, AbortSignal.timeout(QUESTION_TIMEOUT_MS)]),
      mayUseModel: async () => {
        modelSkipped = calls++ >= MAX_MODEL_CALLS
        return !modelSkipped
      },
    })
    results.push({ question_key, blocker: blockerOf({ ...answer, found, modelSkipped }, wanted?.faqId ?? '') })
  }
  await inTransaction(context, async (transaction) => {
    await lockGaps(transaction)
    if (wanted) await saveVerification(transaction, options.gapId, wanted.faqId, results)
    else await withdrawVerification(transaction, options.gapId)
    await emit(transaction, { type: 'gaps.changed' })
  })
}

async function saveVerification(
  transaction: WorkspaceTransaction,
  gapId: string,
  faqId: string,
  results: { question_key: string; blocker: Blocker | null }[],
): Promise<void> {
  const { tx, workspaceId } = transaction
  const failed = results.filter(({ blocker }) => blocker !== null).length
  await tx.execute(
    sql`update gap_questions g
        set verification = case when r.blocker is null then 'passed' else 'failed' end, blocker = r.blocker
        from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r(question_key text, blocker jsonb)
        where g.workspace_id = ${workspaceId} and g.gap_id = ${gapId} and g.question_key = r.question_key`,
  )
  const passed = failed === 0 && results.length > 0
  const { rows } = await tx.execute<{ state: string }>(
    sql`update gaps
        set verification_state = ${passed ? 'passed' : 'failed'}, verified_at = now(), verification_asked = ${results.length}::int,
            verification_failed = ${failed}::int,
            reopened_at = case when state = 'resolved' and not ${passed}::boolean then now()
                               when ${passed}::boolean then null else reopened_at end,
            state = case when state = 'dismissed' then state when ${passed}::boolean then 'resolved' else 'open' end
        where workspace_id = ${workspaceId} and id = ${gapId} and faq_id = ${faqId}
        returning state`,
  )
  if (rows[0]?.state !== 'resolved') return
  const { rows: settled } = await tx.execute<{ message_id: string }>(
    sql`select message_id from gap_questions where workspace_id = ${workspaceId} and gap_id = ${gapId}`,
  )
  await settleQuestions(
    transaction,
    settled.map(({ message_id }) => message_id),
    faqId,
  )
}

/** Without a published FAQ nothing is verified, and nothing is resolved. */
async function withdrawVerification({ tx, workspaceId }: WorkspaceTransaction, gapId: string): Promise<void> {
  await tx.execute(
    sql`update gaps
        set verification_state = 'none', verification_asked = 0, verification_failed = 0,
            reopened_at = case when state = 'resolved' then now() else reopened_at end,
            state = case when state = 'resolved' then 'open' else state end
        where workspace_id = ${workspaceId} and id = ${gapId}`,
  )
  await tx.execute(
    sql`update gap_questions set verification = null, blocker = null
        where workspace_id = ${workspaceId} and gap_id = ${gapId} and verification is not null`,
  )
}
