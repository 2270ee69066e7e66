import type { WorkspaceContext } from '../../workspaces/server/index.ts'
import type { SavedFaq } from '../contract.ts'
import { faqLimit, limitReached, roomFor } from './faq-limit.ts'
import { similarQuestions, withWarnings } from './faq-warnings.ts'
import { insertFaqs, type NewFaq } from './insert-faqs.ts'
import { withFaqOrder } from './with-faq-order.ts'

/** FAQ, chunk and search entry in one transaction. @throws limit `limit.faqs`, invalid `faq.needs_answer` */
export async function createFaq(context: WorkspaceContext, input: NewFaq): Promise<SavedFaq> {
  const limit = faqLimit(context)
  const similar = await similarQuestions(context, input.question)
  return withFaqOrder(context, async (transaction) => {
    if (limit !== null && input.status !== 'archived' && (await roomFor(transaction, limit)) < 1)
      throw limitReached(limit)
    const [row] = await insertFaqs(transaction, [input])
    if (!row) throw new Error('insert returned no row')
    return withWarnings(transaction, row, similar)
  })
}
