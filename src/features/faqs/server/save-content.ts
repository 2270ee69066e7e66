import { and, eq } from 'drizzle-orm'
import { normalizeQuestion } from '../../../kernel/text.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { settleCategories } from './faq-categories.ts'
import { limitReached, roomFor } from './faq-limit.ts'
import { oneMore } from './faq-versions.ts'
import type { FaqRow } from './faqs.queries.ts'
import { faqs } from './faqs.table.ts'
import { faqsSaved } from './faqs-saved.ts'
import { refuseUnanswered } from './unanswered-faqs.ts'

export type Content = Pick<FaqRow, 'question' | 'answer' | 'category' | 'status' | 'alternativeQuestions'>

export const sameContent = (left: Content, right: Content): boolean =>
  left.question === right.question &&
  left.answer === right.answer &&
  left.category === right.category &&
  left.status === right.status &&
  JSON.stringify(left.alternativeQuestions) === JSON.stringify(right.alternativeQuestions)

/**
 * Saves what one FAQ says from now on, as its next version. Hold `lockOrder`, end with `faqsChanged`.
 * @param limit the plan's; an archived FAQ that comes back to life counts for it again
 * @throws limit `limit.faqs`, invalid `faq.too_many_categories`, `faq.needs_answer`
 */
export async function saveContent(
  transaction: WorkspaceTransaction,
  before: FaqRow,
  after: Content,
  options: { limit: number | null; restoredFrom?: number },
): Promise<void> {
  refuseUnanswered([after])
  const revived = before.status === 'archived' && after.status !== 'archived'
  if (options.limit !== null && revived && (await roomFor(transaction, options.limit)) < 1)
    throw limitReached(options.limit)
  const settled = await settleCategories(transaction, after.category === before.category ? [] : [after.category])
  const rows = await transaction.tx
    .update(faqs)
    .set({
      ...after,
      ...oneMore,
      category: settled(after.category),
      normalizedQuestion: normalizeQuestion(after.question),
      updatedAt: new Date(),
    })
    .where(and(eq(faqs.workspaceId, transaction.workspaceId), eq(faqs.id, before.id)))
    .returning()
  await faqsSaved(transaction, rows, options.restoredFrom)
}
