import { notFound } from '../../../kernel/app-error.ts'
import { inTransaction, recordAudit, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { faqsChanged } from './faq-events.ts'
import { moveToTrash } from './move-to-trash.ts'

/** Into the trash. @returns what names the deletion, for an Undo. @throws not_found */
export const deleteFaq = (ctx: WorkspaceContext, id: string): Promise<string> =>
  inTransaction(ctx, async (ctx) => {
    const { deletionId, questions } = await moveToTrash(ctx, [id])
    if (deletionId === null) throw notFound('faq')
    await recordAudit(ctx, { action: 'faq.deleted', subject: questions[0] ?? '' })
    await faqsChanged(ctx, [id])
    return deletionId
  })
