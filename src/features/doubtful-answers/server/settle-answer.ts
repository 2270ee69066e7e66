import { and, eq } from 'drizzle-orm'
import { notFound } from '../../../kernel/app-error.ts'
import type { BlockedSource } from '../../answering/contract.ts'
import { blockSource, unblockSource } from '../../answering/server/index.ts'
import { withdrawAnswered } from '../../gaps/server/index.ts'
import { settleQuestions } from '../../questions/server/index.ts'
import { emit, inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { DoubtfulAnswer } from '../contract.ts'
import { doubtfulAnswerById } from './doubtful-answers.queries.ts'
import { answerDoubts, doubtfulAnswers } from './doubtful-answers.table.ts'
import { lockDoubts } from './note-doubts.ts'

const isAnswer = ({ workspaceId }: WorkspaceTransaction, doubtfulAnswerId: string) =>
  and(eq(doubtfulAnswers.workspaceId, workspaceId), eq(doubtfulAnswers.id, doubtfulAnswerId))

/** Announces the change. @returns the current entry; throws not_found */
async function emitChanged(transaction: WorkspaceTransaction, doubtfulAnswerId: string): Promise<DoubtfulAnswer> {
  await emit(transaction, { type: 'doubtful_answers.changed' })
  return doubtfulAnswerById(transaction, doubtfulAnswerId)
}

/**
 * The answer is right, regardless of votes: the questions that got it are done, unless a visitor waits for a person,
 * and in no gap. Throws not_found.
 */
export const markRight = (context: WorkspaceContext, doubtfulAnswerId: string): Promise<DoubtfulAnswer> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId, actor } = transaction
    await lockDoubts(transaction)
    const { sources } = await doubtfulAnswerById(transaction, doubtfulAnswerId)
    await tx
      .update(doubtfulAnswers)
      .set({
        state: 'right',
        settledAt: new Date(),
        settledBy: actor?.name ?? null,
        rightSource: sources[0]?.id ?? null,
        answeredBy: null,
      })
      .where(isAnswer(transaction, doubtfulAnswerId))
    const doubtedMessages = await tx
      .select({ id: answerDoubts.messageId })
      .from(answerDoubts)
      .where(and(eq(answerDoubts.workspaceId, workspaceId), eq(answerDoubts.doubtfulAnswerId, doubtfulAnswerId)))
    const messageIds = doubtedMessages.map((doubtedMessage) => doubtedMessage.id)
    await settleQuestions(transaction, messageIds, null)
    await withdrawAnswered(transaction, messageIds)
    return emitChanged(transaction, doubtfulAnswerId)
  })

/** Puts an answer back into the queue. @throws not_found */
export const reopenAnswer = (context: WorkspaceContext, doubtfulAnswerId: string): Promise<DoubtfulAnswer> =>
  inTransaction(context, async (transaction) => {
    await lockDoubts(transaction)
    await transaction.tx
      .update(doubtfulAnswers)
      .set({ state: 'open', settledAt: null, settledBy: null, rightSource: null, answeredBy: null })
      .where(isAnswer(transaction, doubtfulAnswerId))
    return emitChanged(transaction, doubtfulAnswerId)
  })

/**
 * Has a source of the answer answer neither this question nor its close paraphrases.
 * @throws not_found for the entry, or where the source is none of its answer; conflict `blocked_source.limit`
 */
export const blockSourceOfAnswer = (
  context: WorkspaceContext,
  blockInput: { id: string; source_id: string },
): Promise<BlockedSource> =>
  inTransaction(context, async (transaction) => {
    const { question, sources } = await doubtfulAnswerById(transaction, blockInput.id)
    const source = sources.find(({ source_id }) => source_id === blockInput.source_id)
    if (!source) throw notFound('source')
    const { kind, title } = source
    const blockedSource = await blockSource(transaction, { question, kind, title, sourceId: blockInput.source_id })
    await requestRecheck(transaction)
    return blockedSource
  })

/** @throws not_found */
export const unblockSourceOfAnswer = (
  context: WorkspaceContext,
  doubtfulAnswerId: string,
): Promise<{ unblocked: true }> =>
  inTransaction(context, async (transaction) => {
    await unblockSource(transaction, doubtfulAnswerId)
    await requestRecheck(transaction)
    return { unblocked: true }
  })

async function requestRecheck(transaction: WorkspaceTransaction): Promise<void> {
  await emit(transaction, { type: 'doubtful_answers.recheck_requested' })
  await emit(transaction, { type: 'doubtful_answers.changed' })
}
