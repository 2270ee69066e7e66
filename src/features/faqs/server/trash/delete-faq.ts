import { notFound } from '../../../../kernel/app-error.ts'
import { recordAudit, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { withFaqOrder } from '../with-faq-order.ts'
import { moveToTrash } from './move-to-trash.ts'

/** Into the trash. @returns what names the deletion, for an Undo. @throws not_found */
export const deleteFaq = (context: WorkspaceContext, id: string): Promise<string> =>
  withFaqOrder(context, async (transaction) => {
    const { deletionId, questions } = await moveToTrash(transaction, [id])
    if (deletionId === null) throw notFound('faq')
    await recordAudit(transaction, { action: 'faq.deleted', subject: questions[0] ?? '' })
    return deletionId
  })
