import { recordAudit, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import type { UpdateOutcome } from '../update-many-faqs.ts'
import { withFaqOrder } from '../with-faq-order.ts'
import { moveToTrash } from './move-to-trash.ts'

/** Into the trash, together. @returns what names the deletion, for an Undo, and an outcome for each, in the order of the ids */
export const deleteManyFaqs = (
  context: WorkspaceContext,
  faqIds: string[],
): Promise<{ deletion_id: string | null; outcomes: UpdateOutcome[] }> =>
  withFaqOrder(context, async (transaction) => {
    const { deletionId, ids: gone, questions } = await moveToTrash(transaction, faqIds)
    if (gone.length > 0) {
      const auditSubject = gone.length === 1 ? (questions[0] ?? '') : ''
      await recordAudit(transaction, { action: 'faq.deleted', subject: auditSubject, details: { count: gone.length } })
    }
    const deletedIds = new Set(gone)
    return {
      deletion_id: deletionId,
      outcomes: faqIds.map((faqId) => ({ id: faqId, outcome: deletedIds.has(faqId) ? 'done' : 'not_found' })),
    }
  })
