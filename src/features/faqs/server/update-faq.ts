import { and, between, eq, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { notFound } from '../../../kernel/app-error.ts'
import { normaliseQuestion } from '../../../kernel/text.ts'
import { inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { SavedFaq, updateFaqInput } from '../contract.ts'
import { writeChunks } from './faq-chunk.ts'
import { faqsChanged } from './faq-events.ts'
import { faqLimit, limitReached, roomFor } from './faq-limit.ts'
import { withWarnings } from './faq-warnings.ts'
import { lastPosition, lockOrder } from './faqs.queries.ts'
import { faqs } from './faqs.table.ts'

/** Makes room at the new position by moving only the FAQs between it and the old one; the order stays 1..n. */
async function moveOthers(ctx: WorkspaceTransaction, from: number, to: number): Promise<void> {
  if (from === to) return
  const [low, high, step] = from < to ? [from + 1, to, -1] : [to, from - 1, 1]
  await ctx.tx
    .update(faqs)
    .set({ displayOrder: sql`${faqs.displayOrder} + ${step}::int` })
    .where(and(eq(faqs.workspaceId, ctx.workspaceId), between(faqs.displayOrder, low, high)))
}

/** Changes what is given; FAQ, chunk and postings in one transaction. @throws not_found, limit `limit.faqs` */
export function updateFaq(ctx: WorkspaceContext, input: z.output<typeof updateFaqInput>): Promise<SavedFaq> {
  const limit = faqLimit(ctx)
  return inTransaction(ctx, async (ctx) => {
    await lockOrder(ctx)
    const here = and(eq(faqs.workspaceId, ctx.workspaceId), eq(faqs.id, input.id))
    const [before] = await ctx.tx.select().from(faqs).where(here)
    if (!before) throw notFound('faq')
    const revived = before.status === 'archived' && input.status !== undefined && input.status !== 'archived'
    if (limit !== null && revived && (await roomFor(ctx, limit)) < 1) throw limitReached(limit)

    let displayOrder = before.displayOrder
    if (input.display_order !== undefined) {
      displayOrder = Math.min(Math.max(1, input.display_order), await lastPosition(ctx))
      await moveOthers(ctx, before.displayOrder, displayOrder)
    }
    const question = input.question ?? before.question
    const [row] = await ctx.tx
      .update(faqs)
      .set({
        question,
        answer: input.answer ?? before.answer,
        category: input.category ?? before.category,
        status: input.status ?? before.status,
        displayOrder,
        normalizedQuestion: normaliseQuestion(question),
        alternativeQuestions: input.alternative_questions ?? before.alternativeQuestions,
        updatedAt: new Date(),
      })
      .where(here)
      .returning()
    if (!row) throw notFound('faq')
    await writeChunks(ctx, [row])
    const saved = await withWarnings(ctx, row)
    await faqsChanged(ctx, [row.id])
    return saved
  })
}
