import { eq } from 'drizzle-orm'
import { removeChunks } from '../../knowledge/server/index.ts'
import { inTransaction, recordAudit, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { faqsChanged } from './faq-events.ts'
import { lockOrder } from './faqs.queries.ts'
import { faqs } from './faqs.table.ts'

/** @returns how many there were. */
export const deleteAllFaqs = (ctx: WorkspaceContext): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    await lockOrder(ctx)
    const gone = await ctx.tx.delete(faqs).where(eq(faqs.workspaceId, ctx.workspaceId)).returning({ id: faqs.id })
    if (gone.length === 0) return 0
    await removeChunks(
      ctx,
      'faq',
      gone.map((row) => row.id),
    )
    await recordAudit(ctx, { action: 'faq.all_deleted', details: { count: gone.length } })
    await faqsChanged(ctx, [])
    return gone.length
  })
