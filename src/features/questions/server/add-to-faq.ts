import { and, eq } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { ALTERNATIVES_MAX } from '../../faqs/contract.ts'
import { type FaqOrderTransaction, type FaqRow, faqs, updateFaq, withFaqOrder } from '../../faqs/server/index.ts'
import { emit, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { NamedFaq } from '../contract.ts'
import { includesPhrasing, withoutPhrasing } from '../domain/alternatives.ts'
import { fittedQuestion } from '../domain/to-faq-draft.ts'
import { settledByFaq } from '../domain/views.ts'
import { doneColumns, linkToFaq, NOT_DONE_COLUMNS } from './mark-done.ts'
import { lockQuestion, presentQuestion } from './questions.queries.ts'

/** The FAQ, which stays as it is until the commit. @throws not_found */
async function currentFaq(transaction: FaqOrderTransaction, faqId: string): Promise<FaqRow> {
  const [faqRow] = await transaction.tx
    .select()
    .from(faqs)
    .where(and(eq(faqs.workspaceId, transaction.workspaceId), eq(faqs.id, faqId)))
  if (!faqRow) throw notFound('faq')
  return faqRow
}

const phrasingsOf = (faqRow: FaqRow) => ({ question: faqRow.question, alternatives: faqRow.alternativeQuestions })

export interface AddedToFaq {
  faq: NamedFaq
  added: boolean
  marked_done: boolean
}

/**
 * A FAQ gets a visitor's question as another way of asking it, unless it has it already, and answers it from the commit
 * on. The question is done then, unless its visitor waits for a person.
 * @throws not_found; conflict `faq.alternatives_full`
 */
export const addToFaq = (context: WorkspaceContext, addition: { id: string; faq_id: string }): Promise<AddedToFaq> =>
  inTransaction(context, async (transaction) => {
    const lockedMessage = await lockQuestion(transaction, addition.id)
    return withFaqOrder(transaction, async (orderTransaction) => {
      const faqRow = await currentFaq(orderTransaction, addition.faq_id)
      const phrasing = fittedQuestion(lockedMessage.question)
      const isNewPhrasing = !includesPhrasing(phrasingsOf(faqRow), phrasing)
      if (isNewPhrasing && faqRow.alternativeQuestions.length >= ALTERNATIVES_MAX)
        throw new AppError(
          'conflict',
          'faq.alternatives_full',
          `This FAQ has ${ALTERNATIVES_MAX} alternative questions, which is the most it can have. Remove one first.`,
        )
      const isSettled = settledByFaq(presentQuestion(lockedMessage))
      await linkToFaq(orderTransaction, lockedMessage.id, {
        faqId: faqRow.id,
        ...(isSettled && doneColumns(orderTransaction)),
      })
      await emit(orderTransaction, { type: 'question.changed', id: lockedMessage.id })
      if (isNewPhrasing)
        await updateFaq(orderTransaction, {
          id: faqRow.id,
          alternative_questions: [...faqRow.alternativeQuestions, phrasing],
        })
      return {
        faq: { id: faqRow.id, question: faqRow.question, status: faqRow.status },
        added: isNewPhrasing,
        marked_done: isSettled,
      }
    })
  })

/** Takes the question out of the FAQ's alternatives again. @returns whether it was among them. @throws not_found */
export const takeFromFaq = (
  context: WorkspaceContext,
  removal: { id: string; faq_id: string; reopen: boolean },
): Promise<boolean> =>
  inTransaction(context, async (transaction) => {
    const lockedMessage = await lockQuestion(transaction, removal.id)
    return withFaqOrder(transaction, async (orderTransaction) => {
      const faqRow = await currentFaq(orderTransaction, removal.faq_id)
      const remainingPhrasings = withoutPhrasing(faqRow.alternativeQuestions, fittedQuestion(lockedMessage.question))
      const wasAlternative = remainingPhrasings.length < faqRow.alternativeQuestions.length
      if (lockedMessage.faqId === faqRow.id)
        await linkToFaq(orderTransaction, lockedMessage.id, { faqId: null, ...(removal.reopen && NOT_DONE_COLUMNS) })
      await emit(orderTransaction, { type: 'question.changed', id: lockedMessage.id })
      if (wasAlternative)
        await updateFaq(orderTransaction, { id: faqRow.id, alternative_questions: remainingPhrasings })
      return wasAlternative
    })
  })
