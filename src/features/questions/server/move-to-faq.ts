import type { z } from 'zod'
import { AppError } from '../../../kernel/app-error.ts'
import { createFaqInput, type FaqContent, type SavedFaq } from '../../faqs/contract.ts'
import { addSimilarWarnings, createFaq } from '../../faqs/server/index.ts'
import { emit, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { toFaqDraft } from '../domain/to-faq-draft.ts'
import { settledByFaq } from '../domain/views.ts'
import { doneColumns, linkToFaq } from './mark-done.ts'
import { lockQuestion, presentQuestion } from './questions.queries.ts'

const invalidFaq = ({ issues }: z.ZodError) =>
  new AppError('invalid', 'faq.invalid', issues[0]?.message ?? 'This FAQ cannot be saved.', {
    details: { fields: issues.map(({ path, message }) => ({ path: path.join('.'), message })) },
  })

/**
 * A draft FAQ from one visitor's question. The question stays in the inbox, done unless its visitor waits for a person.
 * @throws not_found; limit `limit.faqs`; invalid `faq.invalid`, for example where the question was not answered and no
 *   answer is given
 */
export async function moveToFaq(
  context: WorkspaceContext,
  moveInput: { id: string; overrides: Partial<FaqContent> },
): Promise<SavedFaq> {
  const savedFaq = await inTransaction(context, async (transaction) => {
    const lockedMessage = await lockQuestion(transaction, moveInput.id)
    const parsedDraft = createFaqInput.safeParse(toFaqDraft(lockedMessage, moveInput.overrides))
    if (!parsedDraft.success) throw invalidFaq(parsedDraft.error)
    const createdFaq = await createFaq(transaction, parsedDraft.data)
    const isSettled = settledByFaq(presentQuestion(lockedMessage))
    await linkToFaq(transaction, lockedMessage.id, { faqId: createdFaq.id, ...(isSettled && doneColumns(transaction)) })
    await emit(transaction, { type: 'question.changed', id: lockedMessage.id })
    return createdFaq
  })
  return addSimilarWarnings(context, savedFaq)
}
