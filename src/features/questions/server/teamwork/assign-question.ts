import { and, eq } from 'drizzle-orm'
import { notFound } from '../../../../kernel/app-error.ts'
import { emit, inTransaction, type WorkspaceContext, workspaceMembers } from '../../../workspaces/server/index.ts'
import type { Question } from '../../contract.ts'
import { requireSameQuestion } from '../question-details.ts'
import { presentQuestion } from '../questions.queries.ts'
import { messages } from '../questions.table.ts'

/** Assigns a question to a member, or to no one. @throws not_found `question.not_found`, `member.not_found` */
export const assignQuestion = (
  context: WorkspaceContext,
  { id, assignee_id: assigneeId }: { id: string; assignee_id: string | null },
): Promise<Question> =>
  inTransaction(context, async (transaction) => {
    await requireSameQuestion(transaction, id)
    const { tx, workspaceId } = transaction
    if (assigneeId) {
      // Locked, so that the membership cannot end before the commit.
      const [member] = await tx
        .select({ id: workspaceMembers.userId })
        .from(workspaceMembers)
        .where(and(eq(workspaceMembers.workspaceId, workspaceId), eq(workspaceMembers.userId, assigneeId)))
        .for('key share')
      if (!member) throw notFound('member')
    }
    const [messageRow] = await tx
      .update(messages)
      .set({ assigneeId })
      .where(and(eq(messages.workspaceId, workspaceId), eq(messages.id, id)))
      .returning()
    if (!messageRow) throw notFound('question')
    await emit(transaction, { type: 'question.changed', id })
    return presentQuestion(messageRow)
  })
