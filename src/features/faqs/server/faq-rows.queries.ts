import { and, asc, count, eq, gt, inArray, or, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { AppError, notFound } from '../../../kernel/app-error.ts'
import { holdsText } from '../../../platform/db/columns.ts'
import { inReadTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { Faq, ListedFaq, rowsInput } from '../contract.ts'
import { presentFaq } from './faqs.queries.ts'
import { faqs } from './faqs.table.ts'
import { columnNeedsAnswer } from './unanswered-faqs.ts'

/** Rows of the table in display order; the cursor is the display order of the last. @throws invalid `invalid_cursor` */
export const listRows = (
  context: WorkspaceContext,
  { limit, cursor, ids }: z.output<typeof rowsInput>,
): Promise<{ items: ListedFaq[]; next_cursor: string | null; total: number }> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const afterPosition = cursor === undefined ? 0 : Number(cursor)
    if (!Number.isSafeInteger(afterPosition) || afterPosition < 0)
      throw new AppError('invalid', 'invalid_cursor', 'This cursor does not belong to this list.')
    const [all] = await tx.select({ total: count() }).from(faqs).where(eq(faqs.workspaceId, workspaceId))
    const faqRows = await tx
      .select({
        id: faqs.id,
        question: faqs.question,
        category: faqs.category,
        status: faqs.status,
        display_order: faqs.displayOrder,
        needs_answer: columnNeedsAnswer(faqs.answer),
      })
      .from(faqs)
      .where(
        and(
          eq(faqs.workspaceId, workspaceId),
          gt(faqs.displayOrder, afterPosition),
          ids ? inArray(faqs.id, ids) : undefined,
        ),
      )
      .orderBy(asc(faqs.displayOrder))
      .limit(limit)
    const listedFaqs = faqRows.map(({ needs_answer, ...row }) => (needs_answer ? { ...row, needs_answer } : row))
    const lastFaq = listedFaqs.at(-1)
    const totalCount = all?.total ?? 0
    const hasMore = !ids && lastFaq !== undefined && listedFaqs.length === limit && lastFaq.display_order < totalCount
    return { items: listedFaqs, next_cursor: hasMore ? String(lastFaq.display_order) : null, total: totalCount }
  })

/** @throws not_found */
export const getFaq = (context: WorkspaceContext, faqId: string): Promise<Faq> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const [row] = await tx
      .select()
      .from(faqs)
      .where(and(eq(faqs.workspaceId, workspaceId), eq(faqs.id, faqId)))
    if (!row) throw notFound('faq')
    return presentFaq(row)
  })

/** The ids of FAQs that hold the text as it was typed, in any case. */
export const matchingFaqs = (context: WorkspaceContext, searchQuery: string): Promise<string[]> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const faqRows = await tx
      .select({ id: faqs.id })
      .from(faqs)
      .where(
        and(
          eq(faqs.workspaceId, workspaceId),
          or(
            holdsText(faqs.question, searchQuery),
            holdsText(faqs.answer, searchQuery),
            sql`exists (select 1 from unnest(${faqs.alternativeQuestions}) as other where ${holdsText(sql`other`, searchQuery)})`,
          ),
        ),
      )
    return faqRows.map(({ id }) => id)
  })
