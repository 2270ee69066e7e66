import { eq } from 'drizzle-orm'
import type { FaqContent } from '../contract.ts'
import { settleCategories } from './categories/faq-categories.ts'
import { changeFaqs } from './change-faqs.ts'
import { columnsOf, type FaqRow } from './faq-columns.ts'
import { limitReached, roomFor } from './faq-limit.ts'
import { faqs } from './faqs.table.ts'
import { refuseForeignImages } from './images/foreign-images.ts'
import { refuseUnanswered } from './unanswered-faqs.ts'
import type { FaqOrderTransaction } from './with-faq-order.ts'

/**
 * Saves new content of one FAQ as its next version.
 * @param limit the plan's; an archived FAQ that comes back to life counts for it again
 * @throws limit `limit.faqs`, invalid `faq.too_many_categories`, `faq.needs_answer`, `faq.foreign_image`
 */
export async function saveContent(
  transaction: FaqOrderTransaction,
  previousRow: FaqRow,
  savedContent: FaqContent,
  { limit, restoredFrom }: { limit: number | null; restoredFrom?: number },
): Promise<void> {
  refuseUnanswered([savedContent])
  refuseForeignImages([savedContent], transaction.workspaceId)
  const isReactivated = previousRow.status === 'archived' && savedContent.status !== 'archived'
  if (limit !== null && isReactivated && (await roomFor(transaction, limit)) < 1) throw limitReached(limit)
  const settledCategory = await settleCategories(
    transaction,
    savedContent.category === previousRow.category ? [] : [savedContent.category],
  )
  const columnValues = columnsOf({ ...savedContent, category: settledCategory(savedContent.category) })
  await changeFaqs(transaction, eq(faqs.id, previousRow.id), columnValues, { restoredFrom })
}
