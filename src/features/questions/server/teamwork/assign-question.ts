import { and, eq } from 'drizzle-orm'
import { notFound } from '../../../../kernel/app-error.ts'
import { inTransaction, type WorkspaceContext, workspaceMembers } from '../../../workspaces/server/index.ts'
import type { Question } from '../../contract.ts'
import { requireSameQuestion, updateQuestion } from '../question-details.ts'

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
    return updateQuestion(transaction, id, { assigneeId })
  })
