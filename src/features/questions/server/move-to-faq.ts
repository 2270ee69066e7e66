import { and, asc, eq } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { createFaqInput, type SavedFaq } from '../../faqs/contract.ts'
import {
  createFaq,
  faqLimit,
  faqsChanged,
  insertFaqs,
  limitReached,
  lockOrder,
  roomFor,
} from '../../faqs/server/index.ts'
import { inTransaction, recordAudit, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { type FaqDraft, toFaqDraft } from '../domain/to-faq-draft.ts'
import { messages } from './questions.table.ts'

/** A draft FAQ from one visitor's question; the question stays in the inbox. */
export const moveToFaq = (
  ctx: WorkspaceContext,
  input: { id: string; overrides: Partial<FaqDraft> },
): Promise<SavedFaq> =>
  inTransaction(ctx, async (ctx) => {
    const [message] = await ctx.tx
      .select()
      .from(messages)
      .where(and(eq(messages.workspaceId, ctx.workspaceId), eq(messages.id, input.id)))
      .for('share')
    if (!message) throw notFound('question')
    return createFaq(ctx, createFaqInput.parse(toFaqDraft(message, input.overrides)))
  })

/** Every question becomes a draft FAQ, oldest first, all or none. @returns how many. @throws limit `limit.faqs` */
export const moveAllToFaqs = (ctx: WorkspaceContext): Promise<number> => {
  const limit = faqLimit(ctx)
  return inTransaction(ctx, async (ctx) => {
    await lockOrder(ctx)
    const rows = await ctx.tx
      .select()
      .from(messages)
      .where(eq(messages.workspaceId, ctx.workspaceId))
      .orderBy(asc(messages.id))
    if (rows.length === 0) return 0
    if (limit !== null && (await roomFor(ctx, limit)) < rows.length) throw limitReached(limit)
    const drafts = rows.map((row) => createFaqInput.parse(toFaqDraft(row)))
    const inserted = await insertFaqs(ctx, drafts)
    await recordAudit(ctx, { action: 'question.all_moved', details: { count: inserted.length } })
    await faqsChanged(
      ctx,
      inserted.map((row) => row.id),
    )
    return inserted.length
  })
}
