import { and, eq, sql } from 'drizzle-orm'
import { dryRunQuestion } from '../../answering/server/index.ts'
import { faqs } from '../../faqs/server/index.ts'
import { settleQuestions } from '../../questions/server/index.ts'
import {
  emit,
  inReadTransaction,
  inTransaction,
  jobContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import type { Blocker } from '../contract.ts'
import { blockerOf } from '../domain/proof.ts'
import { lockGroups } from './lock-group.ts'
import type { LoopServices } from './loop-services.ts'

/** A model is asked for so many phrasings of a proof at most; the others are judged by what is found. */
const MODEL_CALLS = 50
/** As long as a visitor waits for a model. */
const QUESTION_MS = 15_000

interface Proved {
  faqId: string
  phrasings: { sense: string; question: string }[]
}

/** Data for the verification; null when there is no group, or no FAQ that visitors could get. */
async function toProve(transaction: WorkspaceTransaction, groupId: string): Promise<Proved | null> {
  const { rows } = await transaction.tx.execute<{ faq_id: string | null }>(
    sql`select faq_id from question_groups
        where workspace_id = ${transaction.workspaceId} and id = ${groupId} and state <> 'merged'`,
  )
  const faqId = rows[0]?.faq_id
  if (!faqId) return null
  const [faq] = await transaction.tx
    .select({ status: faqs.status })
    .from(faqs)
    .where(and(eq(faqs.workspaceId, transaction.workspaceId), eq(faqs.id, faqId)))
  if (faq?.status !== 'published') return null
  const { rows: phrasings } = await transaction.tx.execute<{ sense: string; question: string }>(
    sql`select distinct on (g.sense) g.sense, m.question from grouped_questions g
        join messages m on m.workspace_id = g.workspace_id and m.id = g.message_id
        where g.workspace_id = ${transaction.workspaceId} and g.group_id = ${groupId} order by g.sense, g.message_id`,
  )
  return { faqId, phrasings }
}

/**
 * Asks every question of a group again as a visitor would ask it. It is resolved if all now get the group's FAQ as their
 * answer, and open otherwise, with what stood in the way of each. May be repeated.
 */
export async function proveGroup(
  services: LoopServices,
  options: { workspaceId: string; groupId: string; signal: AbortSignal; withModel?: boolean },
): Promise<void> {
  const context = jobContext(services.workspaces, options.workspaceId)
  const wanted = await inReadTransaction(context, (transaction) => toProve(transaction, options.groupId))
  let calls = options.withModel === false ? MODEL_CALLS : 0
  const results: { sense: string; blocker: Blocker | null }[] = []
  for (const { sense, question } of wanted?.phrasings ?? []) {
    options.signal.throwIfAborted()
    let modelSpared = services.answering.generate !== null
    const { answer, found } = await dryRunQuestion(services.answering, context, question, {
      signal: AbortSignal.any([options.signal, AbortSignal.timeout(QUESTION_MS)]),
      mayUseModel: async () => {
        modelSpared = calls++ >= MODEL_CALLS
        return !modelSpared
      },
    })
    results.push({ sense, blocker: blockerOf({ ...answer, found, modelSpared }, wanted?.faqId ?? '') })
  }
  await inTransaction(context, async (transaction) => {
    await lockGroups(transaction)
    if (wanted) await writeResults(transaction, options.groupId, wanted.faqId, results)
    else await withdrawProof(transaction, options.groupId)
    await emit(transaction, { type: 'loop.changed' })
  })
}

async function writeResults(
  transaction: WorkspaceTransaction,
  groupId: string,
  faqId: string,
  results: { sense: string; blocker: Blocker | null }[],
): Promise<void> {
  const { tx, workspaceId } = transaction
  const failed = results.filter(({ blocker }) => blocker !== null).length
  await tx.execute(
    sql`update grouped_questions g
        set proof = case when r.blocker is null then 'passed' else 'failed' end, blocker = r.blocker
        from jsonb_to_recordset(${JSON.stringify(results)}::jsonb) as r(sense text, blocker jsonb)
        where g.workspace_id = ${workspaceId} and g.group_id = ${groupId} and g.sense = r.sense`,
  )
  const passed = failed === 0 && results.length > 0
  const { rows } = await tx.execute<{ state: string }>(
    sql`update question_groups
        set proof_state = ${passed ? 'passed' : 'failed'}, proved_at = now(), proof_asked = ${results.length}::int,
            proof_failed = ${failed}::int,
            reopened_at = case when state = 'resolved' and not ${passed}::boolean then now()
                               when ${passed}::boolean then null else reopened_at end,
            state = case when state = 'dismissed' then state when ${passed}::boolean then 'resolved' else 'open' end
        where workspace_id = ${workspaceId} and id = ${groupId} and faq_id = ${faqId}
        returning state`,
  )
  if (rows[0]?.state !== 'resolved') return
  const { rows: settled } = await tx.execute<{ message_id: string }>(
    sql`select message_id from grouped_questions where workspace_id = ${workspaceId} and group_id = ${groupId}`,
  )
  await settleQuestions(
    transaction,
    settled.map(({ message_id }) => message_id),
    faqId,
  )
}

/** Without a published FAQ nothing is proved, and nothing is resolved. */
async function withdrawProof({ tx, workspaceId }: WorkspaceTransaction, groupId: string): Promise<void> {
  await tx.execute(
    sql`update question_groups
        set proof_state = 'none', proof_asked = 0, proof_failed = 0,
            reopened_at = case when state = 'resolved' then now() else reopened_at end,
            state = case when state = 'resolved' then 'open' else state end
        where workspace_id = ${workspaceId} and id = ${groupId}`,
  )
  await tx.execute(
    sql`update grouped_questions set proof = null, blocker = null
        where workspace_id = ${workspaceId} and group_id = ${groupId} and proof is not null`,
  )
}
