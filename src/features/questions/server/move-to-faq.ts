import { createFaqInput, type SavedFaq } from '../../faqs/contract.ts'
import { createFaq } from '../../faqs/server/index.ts'
import { emit, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { type FaqDraft, toFaqDraft } from '../domain/to-faq-draft.ts'
import { settledByFaq } from '../domain/views.ts'
import { doneBy, linkToFaq } from './mark-done.ts'
import { lockQuestion, presentQuestion } from './questions.queries.ts'

/**
 * A draft FAQ from one visitor's question. The question stays in the inbox, done unless its visitor waits for a person.
 * @throws not_found; limit `limit.faqs`
 */
export const moveToFaq = (
  ctx: WorkspaceContext,
  input: { id: string; overrides: Partial<FaqDraft> },
): Promise<SavedFaq> =>
  inTransaction(ctx, async (ctx) => {
    const message = await lockQuestion(ctx, input.id)
    const saved = await createFaq(ctx, createFaqInput.parse(toFaqDraft(message, input.overrides)))
    const settled = settledByFaq(presentQuestion(message))
    await linkToFaq(ctx, message.id, { faqId: saved.id, ...(settled && doneBy(ctx)) })
    await emit(ctx, { type: 'question.changed', id: message.id })
    return saved
  })
