import { inTransaction, recordAudit, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { faqsChanged } from './faq-events.ts'
import { moveToTrash } from './move-to-trash.ts'

/** Into the trash. @returns how many there were, and what names the deletion, for an Undo. */
export const deleteAllFaqs = (ctx: WorkspaceContext): Promise<{ deleted: number; deletion_id: string | null }> =>
  inTransaction(ctx, async (ctx) => {
    const { deletionId, ids } = await moveToTrash(ctx, 'all')
    if (ids.length > 0) {
      await recordAudit(ctx, { action: 'faq.all_deleted', details: { count: ids.length } })
      await faqsChanged(ctx, [])
    }
    return { deleted: ids.length, deletion_id: deletionId }
  })
