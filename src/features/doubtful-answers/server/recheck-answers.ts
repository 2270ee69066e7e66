import { and, desc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { type AnsweringServices, dryRunQuestion } from '../../answering/server/index.ts'
import { messages } from '../../questions/server/index.ts'
import {
  emit,
  inReadTransaction,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import type { DoubtfulAnswer } from '../contract.ts'
import { compareAnswers } from '../domain/doubted-answer.ts'
import { editedSince } from './changed-sources.ts'
import { answerDoubts, doubtfulAnswers } from './doubtful-answers.table.ts'
import { lockDoubts } from './note-doubts.ts'

/** Answers that are compared after a change of the content, those that were doubted last first. */
const MAX_RECHECKED = 200

interface Rechecked {
  id: string
  state: 'open' | 'resolved'
  lastDoubtedAt: Date
  question: string
  answer: string
  source: DoubtfulAnswer['sources'][number] | undefined
  isSourceChanged: boolean
}

/** The newest doubted message of each answer that could change its state. */
const loadAnswers = async (transaction: WorkspaceTransaction): Promise<Rechecked[]> => {
  const { tx, workspaceId } = transaction
  const isLatestDoubt: SQL = sql`${answerDoubts.messageId} = (
    select l.message_id from answer_doubts l
    where l.workspace_id = ${workspaceId} and l.doubtful_answer_id = ${doubtfulAnswers.id}
    order by l.message_id desc limit 1)`
  const rows = await tx
    .select({ entry: doubtfulAnswers, message: messages })
    .from(doubtfulAnswers)
    .innerJoin(
      answerDoubts,
      and(
        eq(answerDoubts.workspaceId, workspaceId),
        eq(answerDoubts.doubtfulAnswerId, doubtfulAnswers.id),
        isLatestDoubt,
      ),
    )
    .innerJoin(messages, and(eq(messages.workspaceId, workspaceId), eq(messages.id, answerDoubts.messageId)))
    .where(
      and(
        eq(doubtfulAnswers.workspaceId, workspaceId),
        inArray(doubtfulAnswers.state, ['open', 'resolved']),
        eq(answerDoubts.isRepeatable, true),
      ),
    )
    .orderBy(desc(doubtfulAnswers.lastDoubtedAt), desc(doubtfulAnswers.id))
    .limit(MAX_RECHECKED)
  const isEdited = await editedSince(
    transaction,
    rows.map(({ message }) => message.sources[0]),
  )
  return rows.map(({ entry, message }) => ({
    id: entry.id,
    state: entry.state === 'resolved' ? 'resolved' : 'open',
    lastDoubtedAt: entry.lastDoubtedAt,
    question: message.question,
    answer: message.answer,
    source: message.sources[0],
    isSourceChanged: isEdited(message.sources[0], message.createdAt),
  }))
}

/**
 * Asks the questions of doubtful answers again, without a model: an answer that is not given any more is resolved, and
 * one that is given again is open. May be repeated.
 */
export async function recheckDoubtfulAnswers(
  answering: AnsweringServices,
  context: WorkspaceContext,
  signal: AbortSignal,
): Promise<void> {
  const answers = await inReadTransaction(context, loadAnswers)
  for (const doubtedAnswer of answers) {
    signal.throwIfAborted()
    const { answer, found } = await dryRunQuestion(answering, context, doubtedAnswer.question, {
      signal,
      mayUseModel: async () => false,
    })
    const isAnswered = answer.outcome === 'answered'
    const source = answer.sources[0] ?? found[0] ?? null
    const compared = compareAnswers(
      {
        answer: doubtedAnswer.answer,
        source: doubtedAnswer.source ?? null,
        isSourceChanged: doubtedAnswer.isSourceChanged,
      },
      { outcome: answer.outcome, answer: answer.answer, source, isModelSkipped: answering.generate !== null },
    )
    if (doubtedAnswer.state === 'open' && compared === 'other')
      await setState(context, doubtedAnswer, {
        state: 'resolved',
        settledAt: new Date(),
        answeredBy:
          isAnswered && source ? { kind: source.kind, id: source.id, title: source.title, url: source.url } : null,
      })
    if (doubtedAnswer.state === 'resolved' && compared === 'same')
      await setState(context, doubtedAnswer, { state: 'open', settledAt: null, answeredBy: null })
  }
}

/** Changes nothing where the answer was doubted or settled in the meantime. */
const setState = (
  context: WorkspaceContext,
  { id, state, lastDoubtedAt }: Rechecked,
  stateChange: Pick<typeof doubtfulAnswers.$inferInsert, 'state' | 'settledAt' | 'answeredBy'>,
): Promise<void> =>
  inTransaction(context, async (transaction) => {
    await lockDoubts(transaction)
    const changedRows = await transaction.tx
      .update(doubtfulAnswers)
      .set({ ...stateChange, settledBy: null })
      .where(
        and(
          eq(doubtfulAnswers.workspaceId, transaction.workspaceId),
          eq(doubtfulAnswers.id, id),
          eq(doubtfulAnswers.state, state),
          eq(doubtfulAnswers.lastDoubtedAt, lastDoubtedAt),
        ),
      )
      .returning({ id: doubtfulAnswers.id })
    if (changedRows.length > 0) await emit(transaction, { type: 'doubtful_answers.changed' })
  })
