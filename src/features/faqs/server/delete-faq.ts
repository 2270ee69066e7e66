import { and, eq, gt, sql } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { removeChunks } from '../../knowledge/server/index.ts'
import { inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { faqsChanged } from './faq-events.ts'
import { lockOrder } from './faqs.queries.ts'
import { faqs } from './faqs.table.ts'

/** Removes the FAQ, its chunk and postings, and closes the gap in the order. */
export const deleteFaq = (ctx: WorkspaceContext, id: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    await lockOrder(ctx)
    const [gone] = await ctx.tx
      .delete(faqs)
      .where(and(eq(faqs.workspaceId, ctx.workspaceId), eq(faqs.id, id)))
      .returning({ displayOrder: faqs.displayOrder })
    if (!gone) throw notFound('faq')
    await ctx.tx
      .update(faqs)
      .set({ displayOrder: sql`${faqs.displayOrder} - 1` })
      .where(and(eq(faqs.workspaceId, ctx.workspaceId), gt(faqs.displayOrder, gone.displayOrder)))
    await removeChunks(ctx, 'faq', [id])
    await faqsChanged(ctx, [id])
  })
