import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import type { WorkspaceContext } from '../../workspaces/server/index.ts'
import type { ManyOutcome, updateManyInput } from '../contract.ts'
import { needsAnswer } from '../domain/needs-answer.ts'
import { settleCategories } from './categories/faq-categories.ts'
import { changeFaqs } from './change-faqs.ts'
import { faqLimit, roomFor } from './faq-limit.ts'
import { faqs } from './faqs.table.ts'
import { type FaqOrderTransaction, withFaqOrder } from './with-faq-order.ts'

type ManyChange = Omit<z.output<typeof updateManyInput>, 'ids'>
export interface UpdateOutcome {
  id: string
  outcome: ManyOutcome
}

/** Small enough that visitors served in between do not notice. */
const BATCH_SIZE = 50

/** One batch, one transaction: what it reports is what it committed. */
async function updateBatch(
  transaction: FaqOrderTransaction,
  faqIds: string[],
  { status, category, if_status }: ManyChange,
  planLimit: number | null,
): Promise<UpdateOutcome[]> {
  const foundRows = await transaction.tx
    .select({ id: faqs.id, status: faqs.status, category: faqs.category, answer: faqs.answer })
    .from(faqs)
    .where(and(eq(faqs.workspaceId, transaction.workspaceId), inArray(faqs.id, faqIds)))
  const rowById = new Map(foundRows.map((faqRow) => [faqRow.id, faqRow]))
  const isReactivated = status !== undefined && status !== 'archived'
  let remainingRoom =
    isReactivated && foundRows.some((faqRow) => faqRow.status === 'archived')
      ? await roomFor(transaction, planLimit)
      : 0
  const outcomes = faqIds.map((faqId): UpdateOutcome => {
    const currentRow = rowById.get(faqId)
    if (!currentRow) return { id: faqId, outcome: 'not_found' }
    const isDifferent =
      (status ?? currentRow.status) !== currentRow.status || (category ?? currentRow.category) !== currentRow.category
    if (!isDifferent || (if_status ?? currentRow.status) !== currentRow.status)
      return { id: faqId, outcome: 'unchanged' }
    if (status === 'published' && needsAnswer(currentRow.answer)) return { id: faqId, outcome: 'needs_answer' }
    if (isReactivated && currentRow.status === 'archived' && remainingRoom-- < 1) return { id: faqId, outcome: 'limit' }
    return { id: faqId, outcome: 'done' }
  })
  const changing = outcomes.filter(({ outcome }) => outcome === 'done').map(({ id }) => id)
  if (changing.length === 0) return outcomes
  const settledCategory = await settleCategories(transaction, category ? [category] : [])
  await changeFaqs(transaction, inArray(faqs.id, changing), {
    ...(status && { status }),
    ...(category && { category: settledCategory(category) }),
  })
  return outcomes
}

/**
 * Gives many FAQs a status or a category, in small committed batches, with an outcome for each in the order of the ids.
 * What fails half-way throws; the batches before it stay.
 */
export async function updateManyFaqs(
  context: WorkspaceContext,
  { ids, ...change }: z.output<typeof updateManyInput>,
): Promise<UpdateOutcome[]> {
  const planLimit = faqLimit(context)
  const outcomes: UpdateOutcome[] = []
  for (let index = 0; index < ids.length; index += BATCH_SIZE) {
    const idBatch = ids.slice(index, index + BATCH_SIZE)
    outcomes.push(
      ...(await withFaqOrder(context, (transaction) => updateBatch(transaction, idBatch, change, planLimit))),
    )
  }
  return outcomes
}
