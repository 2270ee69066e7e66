import { and, eq, inArray } from 'drizzle-orm'
import type { z } from 'zod'
import { newId } from '../../../kernel/ids.ts'
import { normalizeQuestion, slugify } from '../../../kernel/text.ts'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { createFaqInput } from '../contract.ts'
import { settleCategories } from './faq-categories.ts'
import { type FaqRow, lastPosition } from './faqs.queries.ts'
import { faqs } from './faqs.table.ts'
import { faqsSaved } from './faqs-saved.ts'
import { refuseUnanswered } from './unanswered-faqs.ts'

/** `id` where it was made up before, so that a call can be repeated. */
export type NewFaq = z.output<typeof createFaqInput> & { id?: string }

/** Each wanted slug where it is free, else with the end of the FAQ's id behind it. Hold `lockOrder`. */
export async function freeSlugs(
  { tx, workspaceId }: WorkspaceTransaction,
  items: { id: string; base: string }[],
): Promise<string[]> {
  const rows = await tx
    .select({ slug: faqs.slug })
    .from(faqs)
    .where(
      and(
        eq(faqs.workspaceId, workspaceId),
        inArray(
          faqs.slug,
          items.map(({ base }) => base),
        ),
      ),
    )
  const taken = new Set(rows.map((row) => row.slug))
  return items.map(({ id, base }) => {
    const slug = taken.has(base) ? `${base}-${id.slice(-8)}` : base
    taken.add(slug)
    return slug
  })
}

/**
 * Appends FAQs with their chunks and postings. The caller holds `lockOrder`, checked the limit and ends with
 * `contentChanged`. @throws invalid `faq.needs_answer`
 */
export async function insertFaqs(transaction: WorkspaceTransaction, items: NewFaq[]): Promise<FaqRow[]> {
  if (items.length === 0) return []
  refuseUnanswered(items)
  const withIds = items.map((item) => ({ ...item, id: item.id ?? newId() }))
  const slugs = await freeSlugs(
    transaction,
    withIds.map(({ id, question }) => ({ id, base: slugify(question) || 'faq' })),
  )
  const settled = await settleCategories(
    transaction,
    items.map(({ category }) => category),
  )
  const last = await lastPosition(transaction)
  const rows = await transaction.tx
    .insert(faqs)
    .values(
      withIds.map((item, index) => ({
        workspaceId: transaction.workspaceId,
        id: item.id,
        question: item.question,
        answer: item.answer,
        category: settled(item.category),
        status: item.status,
        displayOrder: last + index + 1,
        normalizedQuestion: normalizeQuestion(item.question),
        alternativeQuestions: item.alternative_questions,
        slug: slugs[index] ?? item.id,
      })),
    )
    .returning()
  await faqsSaved(transaction, rows)
  return rows
}
