import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { SavedFaq } from '../contract.ts'
import { faqsChanged } from './faq-events.ts'
import { faqLimit, limitReached, roomFor } from './faq-limit.ts'
import { similarQuestions, withWarnings } from './faq-warnings.ts'
import { lockOrder } from './faqs.queries.ts'
import { insertFaqs, type NewFaq } from './insert-faqs.ts'

/** FAQ, chunk and postings in one transaction. @throws limit `limit.faqs`, invalid `faq.needs_answer` */
export async function createFaq(ctx: WorkspaceContext, input: NewFaq): Promise<SavedFaq> {
  const limit = faqLimit(ctx)
  const similar = await similarQuestions(ctx, input.question)
  return inTransaction(ctx, async (ctx) => {
    await lockOrder(ctx)
    if (limit !== null && input.status !== 'archived' && (await roomFor(ctx, limit)) < 1) throw limitReached(limit)
    const [row] = await insertFaqs(ctx, [input])
    if (!row) throw new Error('insert returned no row')
    const saved = await withWarnings(ctx, row, similar)
    await faqsChanged(ctx, [row.id])
    return saved
  })
}
