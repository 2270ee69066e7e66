import { and, eq, ne } from 'drizzle-orm'
import { inTransaction, recordAudit, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { faqsChanged } from './faq-events.ts'
import { oneMore } from './faq-versions.ts'
import { lockOrder } from './faqs.queries.ts'
import { faqs } from './faqs.table.ts'
import { faqsSaved } from './faqs-saved.ts'

/** @returns how many were not archived before. */
export const archiveAllFaqs = (context: WorkspaceContext): Promise<number> =>
  inTransaction(context, async (transaction) => {
    await lockOrder(transaction)
    const rows = await transaction.tx
      .update(faqs)
      .set({ status: 'archived', ...oneMore, updatedAt: new Date() })
      .where(and(eq(faqs.workspaceId, transaction.workspaceId), ne(faqs.status, 'archived')))
      .returning()
    if (rows.length === 0) return 0
    await faqsSaved(transaction, rows)
    await recordAudit(transaction, { action: 'faq.all_archived', details: { count: rows.length } })
    await faqsChanged(transaction, [])
    return rows.length
  })
