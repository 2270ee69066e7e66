import { and, eq, ne } from 'drizzle-orm'
import { inTransaction, recordAudit, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { writeChunks } from './faq-chunk.ts'
import { faqsChanged } from './faq-events.ts'
import { lockOrder } from './faqs.queries.ts'
import { faqs } from './faqs.table.ts'

/** @returns how many were not archived before. */
export const archiveAllFaqs = (ctx: WorkspaceContext): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    await lockOrder(ctx)
    const rows = await ctx.tx
      .update(faqs)
      .set({ status: 'archived', updatedAt: new Date() })
      .where(and(eq(faqs.workspaceId, ctx.workspaceId), ne(faqs.status, 'archived')))
      .returning()
    if (rows.length === 0) return 0
    await writeChunks(ctx, rows)
    await recordAudit(ctx, { action: 'faq.all_archived', details: { count: rows.length } })
    await faqsChanged(ctx, [])
    return rows.length
  })
