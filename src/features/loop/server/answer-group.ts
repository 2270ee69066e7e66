import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { AppError } from '../../../kernel/app-error.ts'
import { ALTERNATIVES_MAX, type createFaqInput, QUESTION_MAX, type SavedFaq } from '../../faqs/contract.ts'
import { addSimilarWarnings, createFaq, findFaq, updateFaq } from '../../faqs/server/index.ts'
import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { Group } from '../contract.ts'
import { fitted } from '../domain/fitted.ts'
import { masked } from '../domain/mask.ts'
import { changedGroup, lockGroup, wantProof } from './lock-group.ts'
import { senseKey } from './sense-key.ts'
import { idList } from './sql-lists.ts'

/** Saves the FAQ that answers a group. @throws not_found; conflict `loop.has_faq`; limit `limit.faqs` */
export async function createGroupFaq(
  context: WorkspaceContext,
  input: { id: string; faq: z.output<typeof createFaqInput> },
): Promise<SavedFaq> {
  const saved = await inTransaction(context, async (transaction) => {
    const { faqId } = await lockGroup(transaction, input.id)
    if (faqId) {
      const { question } = await findFaq(transaction, faqId)
      throw new AppError(
        'conflict',
        'loop.has_faq',
        `Another user has already written a FAQ for this gap: “${question}”. Add the missing part to it.`,
      )
    }
    const saved = await createFaq(transaction, input.faq)
    await transaction.tx.execute(
      sql`update question_groups set faq_id = ${saved.id} where workspace_id = ${transaction.workspaceId} and id = ${input.id}`,
    )
    if (saved.status === 'published') await wantProof(transaction, input.id)
    await changedGroup(transaction, input.id)
    return saved
  })
  return addSimilarWarnings(context, saved)
}

/** Asks all questions of a group again. @throws not_found; conflict `loop.no_faq` */
export const requestProof = (context: WorkspaceContext, id: string): Promise<Group> =>
  inTransaction(context, async (transaction) => {
    const { faqId } = await lockGroup(transaction, id)
    if (!faqId) throw noFaq()
    await wantProof(transaction, id)
    return changedGroup(transaction, id)
  })

const noFaq = () => new AppError('conflict', 'loop.no_faq', 'There is no FAQ for this group yet. Draft one first.')

/**
 * Adds phrasings to the group's FAQ as other ways of asking it, without anything personal in them; the group is proved
 * again. @throws not_found; conflict `loop.no_faq`, `faq.alternatives_full`
 */
export const addAlternatives = (
  context: WorkspaceContext,
  input: { id: string; phrasing_ids: string[] },
): Promise<Group> =>
  inTransaction(context, async (transaction) => {
    const { faqId } = await lockGroup(transaction, input.id)
    if (!faqId) throw noFaq()
    const faq = await findFaq(transaction, faqId)
    const { rows } = await transaction.tx.execute<{ question: string }>(
      sql`select m.question from grouped_questions g
          join messages m on m.workspace_id = g.workspace_id and m.id = g.message_id
          where g.workspace_id = ${transaction.workspaceId} and g.group_id = ${input.id} and g.message_id = any${idList(input.phrasing_ids)}
          order by g.message_id`,
    )
    const alternatives = [...faq.alternativeQuestions]
    const held = new Set([faq.question, ...alternatives].map(senseKey))
    for (const { question } of rows) {
      const phrasing = fitted(masked(question), QUESTION_MAX)
      if (!phrasing || held.has(senseKey(phrasing))) continue
      held.add(senseKey(phrasing))
      alternatives.push(phrasing)
    }
    if (alternatives.length > ALTERNATIVES_MAX)
      throw new AppError(
        'conflict',
        'faq.alternatives_full',
        `This FAQ has ${ALTERNATIVES_MAX} alternative questions, which is the most it can have. Take one out first.`,
      )
    await updateFaq(transaction, { id: faqId, alternative_questions: alternatives })
    await wantProof(transaction, input.id)
    return changedGroup(transaction, input.id)
  })
