import { and, eq, ne } from 'drizzle-orm'
import { inTransaction, recordAudit, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { faqsChanged } from './faq-events.ts'
import { oneMore } from './faq-versions.ts'
import { lockOrder } from './faqs.queries.ts'
import { faqs } from './faqs.table.ts'
import { faqsSaved } from './faqs-saved.ts'

/** @returns how many were not archived before. */
export const archiveAllFaqs = (ctx: WorkspaceContext): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    await lockOrder(ctx)
    const rows = await ctx.tx
      .update(faqs)
      .set({ status: 'archived', ...oneMore, updatedAt: new Date() })
      .where(and(eq(faqs.workspaceId, ctx.workspaceId), ne(faqs.status, 'archived')))
      .returning()
    if (rows.length === 0) return 0
    await faqsSaved(ctx, rows)
    await recordAudit(ctx, { action: 'faq.all_archived', details: { count: rows.length } })
    await faqsChanged(ctx, [])
    return rows.length
  })
