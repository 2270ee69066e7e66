import { and, eq } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { emit, inTransaction, recordAudit, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { requireSameQuestion } from './question-details.ts'
import { messages } from './questions.table.ts'

export const deleteQuestion = (context: WorkspaceContext, questionId: string): Promise<void> =>
  inTransaction(context, async (transaction) => {
    await requireSameQuestion(transaction, questionId)
    const deletedRows = await transaction.tx
      .delete(messages)
      .where(and(eq(messages.workspaceId, transaction.workspaceId), eq(messages.id, questionId)))
      .returning({ id: messages.id })
    if (deletedRows.length === 0) throw notFound('question')
    await emit(transaction, { type: 'question.deleted', id: questionId })
  })

/** @returns how many there were. */
export const deleteAllQuestions = (context: WorkspaceContext): Promise<number> =>
  inTransaction(context, async (transaction) => {
    const deletedRows = await transaction.tx
      .delete(messages)
      .where(eq(messages.workspaceId, transaction.workspaceId))
      .returning({ id: messages.id })
    if (deletedRows.length > 0) {
      await recordAudit(transaction, { action: 'question.all_deleted', details: { count: deletedRows.length } })
      await emit(transaction, { type: 'question.deleted', id: null })
    }
    return deletedRows.length
  })
