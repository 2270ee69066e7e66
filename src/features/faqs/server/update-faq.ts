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

type Change = z.output<typeof updateFaqInput>

/** A caller that names the version it has seen does not overwrite newer changes. */
async function refuseOutdated(
  transaction: WorkspaceTransaction,
  before: FaqRow,
  seen: number | undefined,
): Promise<void> {
  if (seen === undefined || seen === before.version) return
  throw new AppError('conflict', 'faq.changed_meanwhile', 'Another user has changed this FAQ.', {
    details: { current: presentFaq(before), saved_by: await lastSavedBy(transaction, before) },
  })
}

/** A question that stays as it was is not compared again. */
async function similarToChanged(context: WorkspaceContext, { id, question }: Change) {
  if (question === undefined) return []
  const { normalizedQuestion } = await inReadTransaction(context, (transaction) => findFaq(transaction, id))
  return normalizedQuestion === normalizeQuestion(question) ? [] : similarQuestions(context, question, id)
}

/**
 * Changes what is given; FAQ, version, chunk and search entry in one transaction. What stays as it was makes no version.
 * @throws not_found, precondition_failed, conflict `faq.changed_meanwhile` with the FAQ as it is in `current`, limit `limit.faqs`, invalid
 *   `faq.needs_answer`
 */
export async function updateFaq(context: WorkspaceContext, input: Change): Promise<SavedFaq> {
  const limit = faqLimit(context)
  const similar = await similarToChanged(context, input)
  return withFaqOrder(context, async (transaction) => {
    const before = await findFaq(transaction, input.id)
    await requireMatch(transaction, async () => presentFaq(before))
    const content = contentOf(before)
    const after = applyChange(content, input)
    const isEdit = !isSameContent(after, content)
    if (isEdit) await refuseOutdated(transaction, before, input.version)
    if (input.display_order !== undefined) await moveFaq(transaction, before, input.display_order)
    if (isEdit) await saveContent(transaction, before, after, { limit })
    return withWarnings(transaction, await findFaq(transaction, input.id), similar)
  })
}
