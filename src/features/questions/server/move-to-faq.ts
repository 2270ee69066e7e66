import type { z } from 'zod'
import { AppError } from '../../../kernel/app-error.ts'
import { createFaqInput, type FaqContent, type SavedFaq } from '../../faqs/contract.ts'
import { addSimilarWarnings, createFaq } from '../../faqs/server/index.ts'
import { emit, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { toFaqDraft } from '../domain/to-faq-draft.ts'
import { settledByFaq } from '../domain/views.ts'
import { doneBy, linkToFaq } from './mark-done.ts'
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
  input: { id: string; overrides: Partial<FaqContent> },
): Promise<SavedFaq> {
  const saved = await inTransaction(context, async (transaction) => {
    const message = await lockQuestion(transaction, input.id)
    const draft = createFaqInput.safeParse(toFaqDraft(message, input.overrides))
    if (!draft.success) throw invalidFaq(draft.error)
    const saved = await createFaq(transaction, draft.data)
    const settled = settledByFaq(presentQuestion(message))
    await linkToFaq(transaction, message.id, { faqId: saved.id, ...(settled && doneBy(transaction)) })
    await emit(transaction, { type: 'question.changed', id: message.id })
    return saved
  })
  return addSimilarWarnings(context, saved)
}
