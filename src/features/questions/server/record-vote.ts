import { and, eq } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { emit, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import { messages } from './questions.table.ts'

/**
 * Stores a visitor's vote on the answer they got and announces it to the dashboards. Knowing the message's unguessable id
 * is the right to vote on it; nothing of the message is returned.
 *
 * @throws not_found when the workspace has no such message
 */
export const recordVote = (
  context: WorkspaceContext,
  input: { id: string; vote: 'up' | 'down' | null; reason?: string | undefined },
): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const { rowCount } = await transaction.tx
      .update(messages)
      .set({ vote: input.vote, voteReason: input.vote ? (input.reason ?? null) : null })
      .where(and(eq(messages.workspaceId, transaction.workspaceId), eq(messages.id, input.id)))
    if (rowCount === 0) throw notFound('message')
    await emit(transaction, { type: 'question.voted', id: input.id })
  })
