import { and, eq } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { emit, inTransaction, recordAudit, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { messages } from './questions.table.ts'

export const deleteQuestion = (ctx: WorkspaceContext, id: string): Promise<void> =>
  inTransaction(ctx, async (ctx) => {
    const gone = await ctx.tx
      .delete(messages)
      .where(and(eq(messages.workspaceId, ctx.workspaceId), eq(messages.id, id)))
      .returning({ id: messages.id })
    if (gone.length === 0) throw notFound('question')
    await emit(ctx, { type: 'question.deleted', id })
  })

/** @returns how many there were. */
export const deleteAllQuestions = (ctx: WorkspaceContext): Promise<number> =>
  inTransaction(ctx, async (ctx) => {
    const gone = await ctx.tx
      .delete(messages)
      .where(eq(messages.workspaceId, ctx.workspaceId))
      .returning({ id: messages.id })
    if (gone.length > 0) {
      await recordAudit(ctx, { action: 'question.all_deleted', details: { count: gone.length } })
      await emit(ctx, { type: 'question.deleted', id: null })
    }
    return gone.length
  })
