import { notFound } from '../../../../kernel/app-error.ts'
import { recordAudit, requireMatch, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { getFaq } from '../faq-rows.queries.ts'
import { withFaqOrder } from '../with-faq-order.ts'
import { moveToTrash } from './move-to-trash.ts'

/** Into the trash. @returns what names the deletion, for an Undo. @throws not_found, precondition_failed */
export const deleteFaq = (context: WorkspaceContext, faqId: string): Promise<string> =>
  withFaqOrder(context, async (transaction) => {
    await requireMatch(transaction, () => getFaq(transaction, faqId))
    const { deletionId, questions } = await moveToTrash(transaction, [faqId])
    if (deletionId === null) throw notFound('faq')
    await recordAudit(transaction, { action: 'faq.deleted', subject: questions[0] ?? '' })
    return deletionId
  })
