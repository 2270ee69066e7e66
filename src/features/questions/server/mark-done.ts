import { and, eq } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { emit, inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Question } from '../contract.ts'
import { requireSameQuestion } from './question-details.ts'
import { presentQuestion } from './questions.queries.ts'
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
    const [messageRow] = await transaction.tx
      .update(messages)
      .set(done ? doneColumns(transaction) : NOT_DONE_COLUMNS)
      .where(and(eq(messages.workspaceId, transaction.workspaceId), eq(messages.id, id)))
      .returning()
    if (!messageRow) throw notFound('question')
    await emit(transaction, { type: 'question.changed', id })
    return presentQuestion(messageRow)
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
