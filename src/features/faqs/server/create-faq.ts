import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { SavedFaq } from '../contract.ts'
import { faqsChanged } from './faq-events.ts'
import { faqLimit, limitReached, roomFor } from './faq-limit.ts'
import { similarQuestions, withWarnings } from './faq-warnings.ts'
import { lockOrder } from './faqs.queries.ts'
import { insertFaqs, type NewFaq } from './insert-faqs.ts'

/** FAQ, chunk and postings in one transaction. @throws limit `limit.faqs`, invalid `faq.needs_answer` */
export async function createFaq(context: WorkspaceContext, input: NewFaq): Promise<SavedFaq> {
  const limit = faqLimit(context)
  const similar = await similarQuestions(context, input.question)
  return inTransaction(context, async (transaction) => {
    await lockOrder(transaction)
    if (limit !== null && input.status !== 'archived' && (await roomFor(transaction, limit)) < 1)
      throw limitReached(limit)
    const [row] = await insertFaqs(transaction, [input])
    if (!row) throw new Error('insert returned no row')
    const saved = await withWarnings(transaction, row, similar)
    await faqsChanged(transaction, [row.id])
    return saved
  })
}
