import { recordAudit, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { withFaqOrder } from '../with-faq-order.ts'
import { moveToTrash } from './move-to-trash.ts'

/** Into the trash. @returns how many there were, and what names the deletion, for an Undo. */
export const deleteAllFaqs = (context: WorkspaceContext): Promise<{ deleted: number; deletion_id: string | null }> =>
  withFaqOrder(
    context,
    async (transaction) => {
      const { deletionId, ids } = await moveToTrash(transaction, 'all')
      if (ids.length > 0) await recordAudit(transaction, { action: 'faq.all_deleted', details: { count: ids.length } })
      return { deleted: ids.length, deletion_id: deletionId }
    },
    { isBulk: true },
  )
