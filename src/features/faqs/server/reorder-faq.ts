import { and, eq } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import type { WorkspaceContext } from '../../workspaces/server/index.ts'
import { moveFaq } from './faq-positions.ts'
import { faqs } from './faqs.table.ts'
import { withFaqOrder } from './with-faq-order.ts'

/**
 * Moves one FAQ. Its text, chunk and modification time stay unchanged.
 * @throws not_found when it was deleted in between; nothing is moved then
 */
export const reorderFaq = (context: WorkspaceContext, faqId: string, position: number) =>
  withFaqOrder(context, async (transaction) => {
    const [faq] = await transaction.tx
      .select({ id: faqs.id, displayOrder: faqs.displayOrder })
      .from(faqs)
      .where(and(eq(faqs.workspaceId, transaction.workspaceId), eq(faqs.id, faqId)))
    if (!faq) throw notFound('faq')
    const { displayOrder, moved } = await moveFaq(transaction, faq, position)
    return { display_order: displayOrder, moved }
  })
