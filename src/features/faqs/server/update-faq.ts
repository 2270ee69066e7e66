import type { z } from 'zod'
import { AppError } from '../../../kernel/app-error.ts'
import { normalizeQuestion } from '../../../kernel/text.ts'
import {
  inReadTransaction,
  requireMatch,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import type { SavedFaq, updateFaqInput } from '../contract.ts'
import { applyChange, isSameContent } from '../domain/faq-content.ts'
import { contentOf, type FaqRow } from './faq-columns.ts'
import { faqLimit } from './faq-limit.ts'
import { moveFaq } from './faq-positions.ts'
import { similarQuestions, withWarnings } from './faq-warnings.ts'
import { presentFaq } from './faqs.queries.ts'
import { lastSavedBy } from './history/faq-versions.ts'
import { saveContent } from './save-content.ts'
import { findFaq } from './trash/trash.queries.ts'
import { withFaqOrder } from './with-faq-order.ts'

type FaqChange = z.output<typeof updateFaqInput>

/** A caller that names the version it has seen does not overwrite newer changes. */
async function refuseOutdated(
  transaction: WorkspaceTransaction,
  currentRow: FaqRow,
  seenVersion: number | undefined,
): Promise<void> {
  if (seenVersion === undefined || seenVersion === currentRow.version) return
  throw new AppError('conflict', 'faq.changed_meanwhile', 'Another user has changed this FAQ.', {
    details: { current: presentFaq(currentRow), saved_by: await lastSavedBy(transaction, currentRow) },
  })
}

/** A question that stays as it was is not compared again. */
async function similarToChanged(context: WorkspaceContext, { id, question }: FaqChange) {
  if (question === undefined) return []
  const { normalizedQuestion } = await inReadTransaction(context, (transaction) => findFaq(transaction, id))
  return normalizedQuestion === normalizeQuestion(question) ? [] : similarQuestions(context, question, id)
}

/**
 * Changes what is given; FAQ, version, chunk and search entry in one transaction. What stays as it was makes no version.
 * @throws not_found, precondition_failed, conflict `faq.changed_meanwhile` with the FAQ as it is in `current`, limit `limit.faqs`, invalid
 *   `faq.needs_answer`
 */
export async function updateFaq(context: WorkspaceContext, faqChange: FaqChange): Promise<SavedFaq> {
  const planLimit = faqLimit(context)
  const similarFaqs = await similarToChanged(context, faqChange)
  return withFaqOrder(context, async (transaction) => {
    const currentRow = await findFaq(transaction, faqChange.id)
    await requireMatch(transaction, async () => presentFaq(currentRow))
    const currentContent = contentOf(currentRow)
    const changedContent = applyChange(currentContent, faqChange)
    const changesContent = !isSameContent(changedContent, currentContent)
    if (changesContent) await refuseOutdated(transaction, currentRow, faqChange.version)
    if (faqChange.display_order !== undefined) await moveFaq(transaction, currentRow, faqChange.display_order)
    if (changesContent) await saveContent(transaction, currentRow, changedContent, { limit: planLimit })
    return withWarnings(transaction, await findFaq(transaction, faqChange.id), similarFaqs)
  })
}
