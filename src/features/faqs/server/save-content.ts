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
  before: FaqRow,
  after: FaqContent,
  { limit, restoredFrom }: { limit: number | null; restoredFrom?: number },
): Promise<void> {
  refuseUnanswered([after])
  refuseForeignImages([after], transaction.workspaceId)
  const isReactivated = before.status === 'archived' && after.status !== 'archived'
  if (limit !== null && isReactivated && (await roomFor(transaction, limit)) < 1) throw limitReached(limit)
  const settled = await settleCategories(transaction, after.category === before.category ? [] : [after.category])
  const values = columnsOf({ ...after, category: settled(after.category) })
  await changeFaqs(transaction, eq(faqs.id, before.id), values, { restoredFrom })
}
