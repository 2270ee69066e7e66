import { notFound } from '../../../kernel/app-error.ts'
import { inTransaction, recordAudit, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { faqsChanged } from './faq-events.ts'
import { moveToTrash } from './move-to-trash.ts'

/** Into the trash. @returns what names the deletion, for an Undo. @throws not_found */
export const deleteFaq = (context: WorkspaceContext, id: string): Promise<string> =>
  inTransaction(context, async (transaction) => {
    const { deletionId, questions } = await moveToTrash(transaction, [id])
    if (deletionId === null) throw notFound('faq')
    await recordAudit(transaction, { action: 'faq.deleted', subject: questions[0] ?? '' })
    await faqsChanged(transaction, [id])
    return deletionId
  })
