import { and, eq } from 'drizzle-orm'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { ALTERNATIVES_MAX } from '../../faqs/contract.ts'
import { type FaqOrderTransaction, type FaqRow, faqs, updateFaq, withFaqOrder } from '../../faqs/server/index.ts'
import { emit, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { NamedFaq } from '../contract.ts'
import { holdsPhrasing, withoutPhrasing } from '../domain/alternatives.ts'
import { fittedQuestion } from '../domain/to-faq-draft.ts'
import { settledByFaq } from '../domain/views.ts'
import { doneBy, linkToFaq, NOT_DONE } from './mark-done.ts'
import { lockQuestion, presentQuestion } from './questions.queries.ts'

/** The FAQ, which stays as it is until the commit. @throws not_found */
async function currentFaq(transaction: FaqOrderTransaction, id: string): Promise<FaqRow> {
  const [row] = await transaction.tx
    .select()
    .from(faqs)
    .where(and(eq(faqs.workspaceId, transaction.workspaceId), eq(faqs.id, id)))
  if (!row) throw notFound('faq')
  return row
}

const phrasingsOf = (faq: FaqRow) => ({ question: faq.question, alternatives: faq.alternativeQuestions })

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
export const addToFaq = (context: WorkspaceContext, input: { id: string; faq_id: string }): Promise<AddedToFaq> =>
  inTransaction(context, async (transaction) => {
    const message = await lockQuestion(transaction, input.id)
    return withFaqOrder(transaction, async (order) => {
      const faq = await currentFaq(order, input.faq_id)
      const phrasing = fittedQuestion(message.question)
      const added = !holdsPhrasing(phrasingsOf(faq), phrasing)
      if (added && faq.alternativeQuestions.length >= ALTERNATIVES_MAX)
        throw new AppError(
          'conflict',
          'faq.alternatives_full',
          `This FAQ has ${ALTERNATIVES_MAX} alternative questions, which is the most it can have. Remove one first.`,
        )
      const settled = settledByFaq(presentQuestion(message))
      await linkToFaq(order, message.id, { faqId: faq.id, ...(settled && doneBy(order)) })
      await emit(order, { type: 'question.changed', id: message.id })
      if (added) await updateFaq(order, { id: faq.id, alternative_questions: [...faq.alternativeQuestions, phrasing] })
      return { faq: { id: faq.id, question: faq.question, status: faq.status }, added, marked_done: settled }
    })
  })

/** Takes the question out of the FAQ's alternatives again. @returns whether it was among them. @throws not_found */
export const takeFromFaq = (
  context: WorkspaceContext,
  input: { id: string; faq_id: string; reopen: boolean },
): Promise<boolean> =>
  inTransaction(context, async (transaction) => {
    const message = await lockQuestion(transaction, input.id)
    return withFaqOrder(transaction, async (order) => {
      const faq = await currentFaq(order, input.faq_id)
      const rest = withoutPhrasing(faq.alternativeQuestions, fittedQuestion(message.question))
      const taken = rest.length < faq.alternativeQuestions.length
      if (message.faqId === faq.id) await linkToFaq(order, message.id, { faqId: null, ...(input.reopen && NOT_DONE) })
      await emit(order, { type: 'question.changed', id: message.id })
      if (taken) await updateFaq(order, { id: faq.id, alternative_questions: rest })
      return taken
    })
  })
