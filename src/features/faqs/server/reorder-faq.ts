import { and, eq } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { faqsChanged } from './faq-events.ts'
import { moveFaq } from './faq-order.ts'
import { lockOrder } from './faqs.queries.ts'
import { faqs } from './faqs.table.ts'

/**
 * Moves one FAQ. Its text, chunk and modification time stay unchanged.
 * @throws not_found when it was deleted in between; nothing is moved then
 */
export const reorderFaq = (context: WorkspaceContext, id: string, position: number) =>
  inTransaction(context, async (transaction) => {
    await lockOrder(transaction)
    const [faq] = await transaction.tx
      .select({ id: faqs.id, displayOrder: faqs.displayOrder })
      .from(faqs)
      .where(and(eq(faqs.workspaceId, transaction.workspaceId), eq(faqs.id, id)))
    if (!faq) throw notFound('faq')
    const { displayOrder, moved } = await moveFaq(transaction, faq, position)
    if (moved > 0) await faqsChanged(transaction, [id])
    return { display_order: displayOrder, moved }
  })
