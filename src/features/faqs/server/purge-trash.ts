import { and, eq, inArray, lt, type SQL } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import {
  emit,
  inTransaction,
  recordAudit,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import { faqVersions } from './faq-versions.table.ts'
import { lockOrder } from './faqs.queries.ts'
import { trashedFaqs } from './trashed-faqs.table.ts'

/** Ids in one statement. */
const IDS = 1_000

/** Deletes these of the trash for good, with their history. @returns the questions they asked. */
async function purge(ctx: WorkspaceTransaction, which: SQL | undefined): Promise<string[]> {
  await lockOrder(ctx)
  const { tx, workspaceId } = ctx
  const gone = await tx
    .delete(trashedFaqs)
    .where(and(eq(trashedFaqs.workspaceId, workspaceId), which))
    .returning({ id: trashedFaqs.id, question: trashedFaqs.question })
  for (let i = 0; i < gone.length; i += IDS)
    await tx.delete(faqVersions).where(
      and(
        eq(faqVersions.workspaceId, workspaceId),
        inArray(
          faqVersions.faqId,
          gone.slice(i, i + IDS).map(({ id }) => id),
        ),
      ),
    )
  if (gone.length > 0) await emit(ctx, { type: 'faq.purged' })
  return gone.map(({ question }) => question)
}

/** @returns how many. @throws not_found where none of them is in the trash */
export const purgeFaqs = (ctx: WorkspaceContext, ids: string[]): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    const gone = await purge(ctx, inArray(trashedFaqs.id, ids))
    if (gone.length === 0) throw notFound('faq')
    const subject = gone.length === 1 ? (gone[0] ?? '') : ''
    await recordAudit(ctx, { action: 'faq.purged', subject, details: { count: gone.length } })
    return gone.length
  })

/** @returns how many there were. */
export const emptyTrash = (ctx: WorkspaceContext): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    const { length: count } = await purge(ctx, undefined)
    if (count > 0) await recordAudit(ctx, { action: 'faq.trash_emptied', details: { count } })
    return count
  })

/**
 * Deletes FAQs that were trashed before this time. Scheduled deletion is not in the audit log.
 * @returns the number of deleted FAQs
 */
export const purgeDeletedBefore = (ctx: WorkspaceContext, moment: Date): Promise<number> =>
  inTransaction(ctx, async (ctx) => (await purge(ctx, lt(trashedFaqs.deletedAt, moment))).length)
