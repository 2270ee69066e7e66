import { and, eq, inArray, lt, type SQL } from 'drizzle-orm'
import { notFound } from '../../../../kernel/app-error.ts'
import { emit, recordAudit, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { contentOfSnapshot } from '../faq-columns.ts'
import { faqVersions } from '../history/faq-versions.table.ts'
import { type FaqOrderTransaction, withFaqOrder } from '../with-faq-order.ts'
import { trashedFaqs } from './trashed-faqs.table.ts'

/** Ids in one statement. */
const MAX_IDS = 1_000

/** Deletes these of the trash for good, with their history. @returns the questions they asked. */
async function purgeWhere(transaction: FaqOrderTransaction, trashCondition: SQL | undefined): Promise<string[]> {
  const { tx, workspaceId } = transaction
  const purgedRows = await tx
    .delete(trashedFaqs)
    .where(and(eq(trashedFaqs.workspaceId, workspaceId), trashCondition))
    .returning({ id: trashedFaqs.id, content: trashedFaqs.content })
  for (let index = 0; index < purgedRows.length; index += MAX_IDS)
    await tx.delete(faqVersions).where(
      and(
        eq(faqVersions.workspaceId, workspaceId),
        inArray(
          faqVersions.faqId,
          purgedRows.slice(index, index + MAX_IDS).map(({ id }) => id),
        ),
      ),
    )
  if (purgedRows.length > 0) await emit(transaction, { type: 'faq.purged' })
  return purgedRows.map(({ content }) => contentOfSnapshot(content).question)
}

/** @returns how many. @throws not_found where none of them is in the trash */
export const purgeFaqs = (context: WorkspaceContext, faqIds: string[]): Promise<number> =>
  withFaqOrder(context, async (transaction) => {
    const purgedRows = await purgeWhere(transaction, inArray(trashedFaqs.id, faqIds))
    if (purgedRows.length === 0) throw notFound('faq')
    const auditSubject = purgedRows.length === 1 ? (purgedRows[0] ?? '') : ''
    await recordAudit(transaction, {
      action: 'faq.purged',
      subject: auditSubject,
      details: { count: purgedRows.length },
    })
    return purgedRows.length
  })

/** @returns how many there were. */
export const emptyTrash = (context: WorkspaceContext): Promise<number> =>
  withFaqOrder(context, async (transaction) => {
    const { length: count } = await purgeWhere(transaction, undefined)
    if (count > 0) await recordAudit(transaction, { action: 'faq.trash_emptied', details: { count } })
    return count
  })

/**
 * Deletes FAQs that were trashed before this time. Scheduled deletion is not in the audit log.
 * @returns the number of deleted FAQs
 */
export const purgeDeletedBefore = (context: WorkspaceContext, deletedBefore: Date): Promise<number> =>
  withFaqOrder(
    context,
    async (transaction) => (await purgeWhere(transaction, lt(trashedFaqs.deletedAt, deletedBefore))).length,
  )
