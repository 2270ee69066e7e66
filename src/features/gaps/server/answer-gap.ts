import { and, eq } from 'drizzle-orm'
import type { z } from 'zod'
import { AppError } from '../../../kernel/app-error.ts'
import { plural } from '../../../kernel/text.ts'
import type { createFaqInput, SavedFaq } from '../../faqs/contract.ts'
import { addSimilarWarnings, createFaq, findFaq, updateFaq } from '../../faqs/server/index.ts'
import { inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Gap } from '../contract.ts'
import { gaps } from './gaps.table.ts'
import { gapChanged, lockGap, scheduleVerification } from './lock-gap.ts'
import {
  type AlternativesInput,
  furtherAlternatives,
  previewAlternatives,
  type TestedQuestions,
} from './preview-alternatives.ts'

/** Saves the FAQ that answers a gap. @throws not_found; conflict `gap.has_faq`; limit `limit.faqs` */
export async function createGapFaq(
  context: WorkspaceContext,
  gapAnswer: { id: string; faq: z.output<typeof createFaqInput> },
): Promise<SavedFaq> {
  const savedFaq = await inTransaction(context, async (transaction) => {
    const { faqId } = await lockGap(transaction, gapAnswer.id)
    if (faqId) await refuseSecondFaq(transaction, faqId)
    const savedFaq = await createFaq(transaction, gapAnswer.faq)
    await linkFaqToGap(transaction, { id: gapAnswer.id, faq_id: savedFaq.id })
    if (savedFaq.status === 'published') await scheduleVerification(transaction, gapAnswer.id)
    await gapChanged(transaction, gapAnswer.id)
    return savedFaq
  })
  return addSimilarWarnings(context, savedFaq)
}

/** Asks all questions of a gap again. @throws not_found */
export const requestVerification = (context: WorkspaceContext, gapId: string): Promise<Gap> =>
  inTransaction(context, async (transaction) => {
    await lockGap(transaction, gapId)
    await scheduleVerification(transaction, gapId)
    return gapChanged(transaction, gapId)
  })

/**
 * Adds phrasings to a FAQ as other ways of asking it, without anything personal in them. The gap is verified again; one
 * without a FAQ is answered by this one from then on. Throws not_found; conflict `gap.has_faq`, `gap.takes_questions`,
 * `faq.alternatives_full`.
 */
export async function addAlternatives(
  context: WorkspaceContext,
  chosenAlternatives: AlternativesInput,
  testedQuestions: TestedQuestions,
): Promise<Gap> {
  const { taken, taken_count: count } = await previewAlternatives(context, chosenAlternatives, testedQuestions)
  const [first] = taken
  if (first)
    throw new AppError(
      'conflict',
      'gap.takes_questions',
      `With these alternatives, the FAQ would answer ${plural(count, 'question')} that other content answers now, such as “${first.question}” (“${first.from}”).`,
    )
  return inTransaction(context, async (transaction) => {
    const { faqId } = await lockGap(transaction, chosenAlternatives.id)
    if (faqId && faqId !== chosenAlternatives.faq_id) await refuseSecondFaq(transaction, faqId)
    const { known, added } = await furtherAlternatives(transaction, chosenAlternatives)
    await updateFaq(transaction, { id: chosenAlternatives.faq_id, alternative_questions: [...known, ...added] })
    await linkFaqToGap(transaction, chosenAlternatives)
    await scheduleVerification(transaction, chosenAlternatives.id)
    return gapChanged(transaction, chosenAlternatives.id)
  })
}

async function refuseSecondFaq(transaction: WorkspaceTransaction, faqId: string): Promise<never> {
  const { question } = await findFaq(transaction, faqId)
  throw new AppError(
    'conflict',
    'gap.has_faq',
    `Another user has already written a FAQ for this gap: “${question}”. Add the missing part to it.`,
  )
}

const linkFaqToGap = (
  { tx, workspaceId }: WorkspaceTransaction,
  { id, faq_id: faqId }: { id: string; faq_id: string },
) =>
  tx
    .update(gaps)
    .set({ faqId, answeredBy: null, verificationState: 'none' })
    .where(and(eq(gaps.workspaceId, workspaceId), eq(gaps.id, id)))
