import type { WorkspaceContext } from '../../workspaces/server/index.ts'
import type { SavedFaq } from '../contract.ts'
import { faqLimit, limitReached, roomFor } from './faq-limit.ts'
import { similarQuestions, withWarnings } from './faq-warnings.ts'
import { insertFaqs, type NewFaq } from './insert-faqs.ts'
import { withFaqOrder } from './with-faq-order.ts'

/** FAQ, chunk and search entry in one transaction. @throws limit `limit.faqs`, invalid `faq.needs_answer` */
export async function createFaq(context: WorkspaceContext, newFaq: NewFaq): Promise<SavedFaq> {
  const planLimit = faqLimit(context)
  const similarFaqs = await similarQuestions(context, newFaq.question)
  return withFaqOrder(context, async (transaction) => {
    if (planLimit !== null && newFaq.status !== 'archived' && (await roomFor(transaction, planLimit)) < 1)
      throw limitReached(planLimit)
    const [row] = await insertFaqs(transaction, [newFaq])
    if (!row) throw new Error('insert returned no row')
    return withWarnings(transaction, row, similarFaqs)
  })
}
