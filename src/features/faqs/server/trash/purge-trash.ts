import { and, eq, inArray, lt, type SQL } from 'drizzle-orm'
import { notFound } from '../../../../kernel/app-error.ts'
import { emit, recordAudit, type WorkspaceContext } from '../../../workspaces/server/index.ts'
import { contentOfSnapshot } from '../faq-columns.ts'
import { faqVersions } from '../history/faq-versions.table.ts'
import { type FaqOrderTransaction, withFaqOrder } from '../with-faq-order.ts'
import { trashedFaqs } from './trashed-faqs.table.ts'

/** Ids in one statement. */
const IDS = 1_000

/** Deletes these of the trash for good, with their history. @returns the questions they asked. */
async function purge(transaction: FaqOrderTransaction, which: SQL | undefined): Promise<string[]> {
  const { tx, workspaceId } = transaction
  const gone = await tx
    .delete(trashedFaqs)
    .where(and(eq(trashedFaqs.workspaceId, workspaceId), which))
    .returning({ id: trashedFaqs.id, content: trashedFaqs.content })
  for (let index = 0; index < gone.length; index += IDS)
    await tx.delete(faqVersions).where(
      and(
        eq(faqVersions.workspaceId, workspaceId),
        inArray(
          faqVersions.faqId,
          gone.slice(index, index + IDS).map(({ id }) => id),
        ),
      ),
    )
  if (gone.length > 0) await emit(transaction, { type: 'faq.purged' })
  return gone.map(({ content }) => contentOfSnapshot(content).question)
}

/** @returns how many. @throws not_found where none of them is in the trash */
export const purgeFaqs = (context: WorkspaceContext, ids: string[]): Promise<number> =>
  withFaqOrder(context, async (transaction) => {
    const gone = await purge(transaction, inArray(trashedFaqs.id, ids))
    if (gone.length === 0) throw notFound('faq')
    const subject = gone.length === 1 ? (gone[0] ?? '') : ''
    await recordAudit(transaction, { action: 'faq.purged', subject, details: { count: gone.length } })
    return gone.length
  })

/** @returns how many there were. */
export const emptyTrash = (context: WorkspaceContext): Promise<number> =>
  withFaqOrder(context, async (transaction) => {
    const { length: count } = await purge(transaction, undefined)
    if (count > 0) await recordAudit(transaction, { action: 'faq.trash_emptied', details: { count } })
    return count
  })

/**
 * Deletes FAQs that were trashed before this time. Scheduled deletion is not in the audit log.
 * @returns the number of deleted FAQs
 */
export const purgeDeletedBefore = (context: WorkspaceContext, moment: Date): Promise<number> =>
  withFaqOrder(context, async (transaction) => (await purge(transaction, lt(trashedFaqs.deletedAt, moment))).length)
