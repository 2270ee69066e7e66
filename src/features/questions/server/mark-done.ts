import { and, eq } from 'drizzle-orm'
import { inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Question } from '../contract.ts'
import { requireSameQuestion, updateQuestion } from './question-details.ts'
import { messages } from './questions.table.ts'

/** Columns that mark a question as done by the acting user, for an update. */
export const doneColumns = ({ actor }: Pick<WorkspaceTransaction, 'actor'>) => ({
  doneAt: new Date(),
  doneBy: actor?.name ?? null,
  snoozedUntil: null,
})
/** Columns of a question that is to do now. */
export const NOT_DONE_COLUMNS = { doneAt: null, doneBy: null, snoozedUntil: null }

/** Takes a question out of the views of what is still to do, or puts it back. @throws not_found, precondition_failed */
export const setDone = (context: WorkspaceContext, { id, done }: { id: string; done: boolean }): Promise<Question> =>
  inTransaction(context, async (transaction) => {
    await requireSameQuestion(transaction, id)
    return updateQuestion(transaction, id, done ? doneColumns(transaction) : NOT_DONE_COLUMNS)
  })

/** Remembers which FAQ a question became, or none any more, and what became of the question by that. */
export const linkToFaq = (
  { tx, workspaceId }: WorkspaceTransaction,
  questionId: string,
  columnChanges: { faqId: string | null } & Partial<ReturnType<typeof doneColumns> | typeof NOT_DONE_COLUMNS>,
): Promise<unknown> =>
  tx
    .update(messages)
    .set(columnChanges)
    .where(and(eq(messages.workspaceId, workspaceId), eq(messages.id, questionId)))
