import { and, eq } from 'drizzle-orm'
import { findFaq } from '../../faqs/server/index.ts'
import { emit, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { faqReviews } from './help-health.table.ts'

/** Notes that a person found a FAQ still right, or deletes that note. @throws not_found */
export const setReviewed = (
  context: WorkspaceContext,
  { id, reviewed }: { id: string; reviewed: boolean },
): Promise<{ reviewed: boolean }> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId, actor } = transaction
    await findFaq(transaction, id)
    if (reviewed) {
      const review = { reviewedAt: new Date(), reviewedBy: actor?.name ?? null }
      await tx
        .insert(faqReviews)
        .values({ workspaceId, faqId: id, ...review })
        .onConflictDoUpdate({ target: [faqReviews.workspaceId, faqReviews.faqId], set: review })
    } else await tx.delete(faqReviews).where(and(eq(faqReviews.workspaceId, workspaceId), eq(faqReviews.faqId, id)))
    await emit(transaction, { type: 'help_health.changed' })
    return { reviewed }
  })
