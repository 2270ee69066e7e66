import { inTransaction, recordAudit, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { faqsChanged } from './faq-events.ts'
import { moveToTrash } from './move-to-trash.ts'

/** Into the trash. @returns how many there were, and what names the deletion, for an Undo. */
export const deleteAllFaqs = (context: WorkspaceContext): Promise<{ deleted: number; deletion_id: string | null }> =>
  inTransaction(context, async (transaction) => {
    const { deletionId, ids } = await moveToTrash(transaction, 'all')
    if (ids.length > 0) {
      await recordAudit(transaction, { action: 'faq.all_deleted', details: { count: ids.length } })
      await faqsChanged(transaction, [])
    }
    return { deleted: ids.length, deletion_id: deletionId }
  })
