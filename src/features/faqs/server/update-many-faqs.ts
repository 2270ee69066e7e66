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

type Change = Omit<z.output<typeof updateManyInput>, 'ids'>
export interface Outcome {
  id: string
  outcome: ManyOutcome
}

/** Small enough that visitors served in between do not notice. */
const BATCH = 50

/** One batch, one transaction: what it reports is what it committed. */
async function updateBatch(
  transaction: FaqOrderTransaction,
  ids: string[],
  { status, category, if_status }: Change,
  limit: number | null,
): Promise<Outcome[]> {
  const found = await transaction.tx
    .select({ id: faqs.id, status: faqs.status, category: faqs.category, answer: faqs.answer })
    .from(faqs)
    .where(and(eq(faqs.workspaceId, transaction.workspaceId), inArray(faqs.id, ids)))
  const known = new Map(found.map((row) => [row.id, row]))
  const isReactivated = status !== undefined && status !== 'archived'
  let room = isReactivated && found.some((row) => row.status === 'archived') ? await roomFor(transaction, limit) : 0
  const outcomes = ids.map((id): Outcome => {
    const before = known.get(id)
    if (!before) return { id, outcome: 'not_found' }
    const differs = (status ?? before.status) !== before.status || (category ?? before.category) !== before.category
    if (!differs || (if_status ?? before.status) !== before.status) return { id, outcome: 'unchanged' }
    if (status === 'published' && needsAnswer(before.answer)) return { id, outcome: 'needs_answer' }
    if (isReactivated && before.status === 'archived' && room-- < 1) return { id, outcome: 'limit' }
    return { id, outcome: 'done' }
  })
  const changing = outcomes.filter(({ outcome }) => outcome === 'done').map(({ id }) => id)
  if (changing.length === 0) return outcomes
  const settled = await settleCategories(transaction, category ? [category] : [])
  await changeFaqs(transaction, inArray(faqs.id, changing), {
    ...(status && { status }),
    ...(category && { category: settled(category) }),
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
): Promise<Outcome[]> {
  const limit = faqLimit(context)
  const outcomes: Outcome[] = []
  for (let index = 0; index < ids.length; index += BATCH) {
    const batch = ids.slice(index, index + BATCH)
    outcomes.push(...(await withFaqOrder(context, (transaction) => updateBatch(transaction, batch, change, limit))))
  }
  return outcomes
}
