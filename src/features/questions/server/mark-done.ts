import { and, eq } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import { emit, inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Question } from '../contract.ts'
import { requireSameQuestion } from './question-details.ts'
import { presentQuestion } from './questions.queries.ts'
import { messages } from './questions.table.ts'

/** Columns that mark a question as done by the acting user, for an update. */
export const doneBy = ({ actor }: Pick<WorkspaceTransaction, 'actor'>) => ({
  doneAt: new Date(),
  doneBy: actor?.name ?? null,
  snoozedUntil: null,
})
/** Columns of a question that is to do now. */
export const NOT_DONE = { doneAt: null, doneBy: null, snoozedUntil: null }

/** Takes a question out of the views of what is still to do, or puts it back. @throws not_found, precondition_failed */
export const setDone = (context: WorkspaceContext, { id, done }: { id: string; done: boolean }): Promise<Question> =>
  inTransaction(context, async (transaction) => {
    await requireSameQuestion(transaction, id)
    const [row] = await transaction.tx
      .update(messages)
      .set(done ? doneBy(transaction) : NOT_DONE)
      .where(and(eq(messages.workspaceId, transaction.workspaceId), eq(messages.id, id)))
      .returning()
    if (!row) throw notFound('question')
    await emit(transaction, { type: 'question.changed', id })
    return presentQuestion(row)
  })

/** Remembers which FAQ a question became, or none any more, and what became of the question by that. */
export const linkToFaq = (
  { tx, workspaceId }: WorkspaceTransaction,
  id: string,
  change: { faqId: string | null } & Partial<ReturnType<typeof doneBy> | typeof NOT_DONE>,
): Promise<unknown> =>
  tx
    .update(messages)
    .set(change)
    .where(and(eq(messages.workspaceId, workspaceId), eq(messages.id, id)))
