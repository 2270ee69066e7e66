import { sql } from 'drizzle-orm'
import type { z } from 'zod'
import { AppError } from '../../../kernel/app-error.ts'
import { maskText } from '../../../kernel/mask-text.ts'
import { truncateAtWord } from '../../../kernel/text.ts'
import { idList } from '../../../platform/db/index.ts'
import { ALTERNATIVES_MAX, type createFaqInput, QUESTION_MAX, type SavedFaq } from '../../faqs/contract.ts'
import { addSimilarWarnings, createFaq, findFaq, updateFaq } from '../../faqs/server/index.ts'
import { questionKey } from '../../questions/server/index.ts'
import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { Gap } from '../contract.ts'
import { gapChanged, lockGap, scheduleVerification } from './lock-gap.ts'

/** Saves the FAQ that answers a gap. @throws not_found; conflict `gap.has_faq`; limit `limit.faqs` */
export async function createGapFaq(
  context: WorkspaceContext,
  input: { id: string; faq: z.output<typeof createFaqInput> },
): Promise<SavedFaq> {
  const saved = await inTransaction(context, async (transaction) => {
    const { faqId } = await lockGap(transaction, input.id)
    if (faqId) {
      const { question } = await findFaq(transaction, faqId)
      throw new AppError(
        'conflict',
        'gap.has_faq',
        `Another user has already written a FAQ for this gap: “${question}”. Add the missing part to it.`,
      )
    }
    const saved = await createFaq(transaction, input.faq)
    await transaction.tx.execute(
      sql`update gaps set faq_id = ${saved.id}, answered_by = null, verification_state = 'none' where workspace_id = ${transaction.workspaceId} and id = ${input.id}`,
    )
    if (saved.status === 'published') await scheduleVerification(transaction, input.id)
    await gapChanged(transaction, input.id)
    return saved
  })
  return addSimilarWarnings(context, saved)
}

/** Asks all questions of a gap again. @throws not_found */
export const requestVerification = (context: WorkspaceContext, id: string): Promise<Gap> =>
  inTransaction(context, async (transaction) => {
    await lockGap(transaction, id)
    await scheduleVerification(transaction, id)
    return gapChanged(transaction, id)
  })

const noFaq = () => new AppError('conflict', 'gap.no_faq', 'There is no FAQ for this gap yet. Draft one first.')

/**
 * Adds phrasings to the gap's FAQ as other ways of asking it, without anything personal in them; the gap is verified
 * again. @throws not_found; conflict `gap.no_faq`, `faq.alternatives_full`
 */
export const addAlternatives = (
  context: WorkspaceContext,
  input: { id: string; phrasing_ids: string[] },
): Promise<Gap> =>
  inTransaction(context, async (transaction) => {
    const { faqId } = await lockGap(transaction, input.id)
    if (!faqId) throw noFaq()
    const faq = await findFaq(transaction, faqId)
    const { rows } = await transaction.tx.execute<{ question: string }>(
      sql`select m.question from gap_questions g
          join messages m on m.workspace_id = g.workspace_id and m.id = g.message_id
          where g.workspace_id = ${transaction.workspaceId} and g.gap_id = ${input.id} and g.message_id = any${idList(input.phrasing_ids)}
          order by g.message_id`,
    )
    const alternatives = [...faq.alternativeQuestions]
    const held = new Set([faq.question, ...alternatives].map(questionKey))
    for (const { question } of rows) {
      const phrasing = truncateAtWord(maskText(question), QUESTION_MAX)
      if (!phrasing || held.has(questionKey(phrasing))) continue
      held.add(questionKey(phrasing))
      alternatives.push(phrasing)
    }
    if (alternatives.length > ALTERNATIVES_MAX)
      throw new AppError(
        'conflict',
        'faq.alternatives_full',
        `This FAQ has ${ALTERNATIVES_MAX} alternative questions, which is the most it can have. Take one out first.`,
      )
    await updateFaq(transaction, { id: faqId, alternative_questions: alternatives })
    await scheduleVerification(transaction, input.id)
    return gapChanged(transaction, input.id)
  })
