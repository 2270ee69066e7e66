import { recordAudit, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import type { Outcome } from '../update-many-faqs.ts'
import { withFaqOrder } from '../with-faq-order.ts'
import { moveToTrash } from './move-to-trash.ts'

/** Into the trash, together. @returns what names the deletion, for an Undo, and an outcome for each, in the order of the ids */
export const deleteManyFaqs = (
  context: WorkspaceContext,
  ids: string[],
): Promise<{ deletion_id: string | null; outcomes: Outcome[] }> =>
  withFaqOrder(context, async (transaction) => {
    const { deletionId, ids: gone, questions } = await moveToTrash(transaction, ids)
    if (gone.length > 0) {
      const subject = gone.length === 1 ? (questions[0] ?? '') : ''
      await recordAudit(transaction, { action: 'faq.deleted', subject, details: { count: gone.length } })
    }
    const deleted = new Set(gone)
    return {
      deletion_id: deletionId,
      outcomes: ids.map((id) => ({ id, outcome: deleted.has(id) ? 'done' : 'not_found' })),
    }
  })
