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
export const reorderFaq = (ctx: WorkspaceContext, id: string, position: number) =>
  inTransaction(ctx, async (ctx) => {
    await lockOrder(ctx)
    const [faq] = await ctx.tx
      .select({ id: faqs.id, displayOrder: faqs.displayOrder })
      .from(faqs)
      .where(and(eq(faqs.workspaceId, ctx.workspaceId), eq(faqs.id, id)))
    if (!faq) throw notFound('faq')
    const { displayOrder, moved } = await moveFaq(ctx, faq, position)
    if (moved > 0) await faqsChanged(ctx, [id])
    return { display_order: displayOrder, moved }
  })
