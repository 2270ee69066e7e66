import { type SQL, sql } from 'drizzle-orm'
import { newId } from '../../../../kernel/ids.ts'
import { removeChunks } from '../../../knowledge/server/index.ts'
import { auditActor } from '../audit-actor.ts'
import { contentSnapshot } from '../faq-columns.ts'
import { closeGaps } from '../faq-positions.ts'
import { faqs } from '../faqs.table.ts'
import { type FaqOrderTransaction, noteWritten } from '../with-faq-order.ts'
import { trashedFaqs } from './trashed-faqs.table.ts'

export interface TrashedFaqs {
  /** Names these deletions together, for an Undo; null where there was nothing to delete. */
  deletionId: string | null
  /** Those that were there. */
  ids: string[]
  questions: string[]
}

/**
 * Deletes FAQs: they are gone from lists, counts, the index and the public page at once, and stay in the trash with their
 * history. The order closes up, 1..n. Ids that name nothing are passed over.
 */
export async function moveToTrash(transaction: FaqOrderTransaction, faqIds: string[] | 'all'): Promise<TrashedFaqs> {
  const { tx, workspaceId } = transaction
  const deletedBy = auditActor(transaction)
  const deletionId = newId()
  const faqCondition: SQL = faqIds === 'all' ? sql`` : sql`and id = any(${sql.param(faqIds)}::uuid[])`
  const { rows } = await tx.execute<{ id: string; question: string }>(sql`
    with gone as (delete from ${faqs} where workspace_id = ${workspaceId} ${faqCondition} returning *)
    insert into ${trashedFaqs} (workspace_id, id, content, display_order, slug, version, created_at, updated_at,
      deletion_id, deleted_by_kind, deleted_by_id, deleted_by_name)
    select workspace_id, id, ${contentSnapshot}, display_order, slug, version, created_at, updated_at, ${deletionId}::uuid,
      ${deletedBy.kind}, ${deletedBy.id}::uuid, ${deletedBy.name}
    from gone returning id, content ->> 'question' as question`)
  if (rows.length === 0) return { deletionId: null, ids: [], questions: [] }
  const deletedIds = rows.map(({ id }) => id)
  noteWritten(transaction, 'deleted', deletedIds)
  await removeChunks(transaction, 'faq', deletedIds)
  if (faqIds !== 'all') await closeGaps(transaction)
  return { deletionId, ids: deletedIds, questions: rows.map(({ question }) => question) }
}
