import { and, eq, notExists } from 'drizzle-orm'
import { newId } from '../../../kernel/ids.ts'
import { lockNamed } from '../../../platform/db/index.ts'
import { type AnsweringServices, dryRunQuestion } from '../../answering/server/index.ts'
import { questionKey } from '../../questions/server/index.ts'
import { emit, inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import { editedSince } from './changed-sources.ts'
import { answerDoubts, doubtfulAnswers } from './doubtful-answers.table.ts'
import { type ReadDoubt, readDoubts } from './read-doubts.ts'

type Doubt = ReadDoubt & { isRepeatable: boolean }

/**
 * Puts an answer into the queue when its visitor voted it down, asked in other words, or asked for a person; a vote that
 * was taken back takes it out again. May be repeated.
 */
export async function noteDoubts(
  answering: AnsweringServices,
  context: WorkspaceContext,
  options: { messageId: string; signal: AbortSignal },
): Promise<void> {
  const doubts: Doubt[] = []
  for (const doubt of await readDoubts(context, options.messageId)) {
    const isRepeatable = !doubt.isContinued || (await repeatsByItself(answering, context, doubt, options.signal))
    doubts.push({ ...doubt, isRepeatable })
  }
  if (doubts.length === 0) return
  await inTransaction(context, async (transaction) => {
    await lockDoubts(transaction)
    const changes = []
    for (const doubt of doubts) changes.push(await saveDoubt(transaction, doubt))
    if (changes.includes(true)) await emit(transaction, { type: 'doubtful_answers.changed' })
  })
}

/** Doubts of a workspace are noted and settled one after another. */
export const lockDoubts = ({ tx, workspaceId }: WorkspaceTransaction) =>
  lockNamed(tx, `doubtful-answers:${workspaceId}`)

/** A follow-up, asked without what came before, gets another answer than its visitor got. */
async function repeatsByItself(
  answering: AnsweringServices,
  context: WorkspaceContext,
  { message }: ReadDoubt,
  signal: AbortSignal,
): Promise<boolean> {
  const { answer } = await dryRunQuestion(answering, context, message.question, {
    signal,
    mayUseModel: async () => false,
  })
  return answer.outcome === 'answered' && answer.sources[0]?.id === message.sources[0]?.id
}

/** @returns whether anything changed */
async function saveDoubt(transaction: WorkspaceTransaction, doubt: Doubt): Promise<boolean> {
  const { tx, workspaceId } = transaction
  const { message, isRepeatable, change } = doubt
  const isDoubt = and(eq(answerDoubts.workspaceId, workspaceId), eq(answerDoubts.messageId, message.id))
  const [known] = await tx.select().from(answerDoubts).where(isDoubt)
  const previousSignals = known ?? { isDownVoted: false, isHandedOff: false, rephrasedBy: null }
  const { isDownVoted, isHandedOff, rephrasedBy } = { ...previousSignals, ...change }
  if (
    previousSignals.isDownVoted === isDownVoted &&
    previousSignals.isHandedOff === isHandedOff &&
    (previousSignals.rephrasedBy !== null) === (rephrasedBy !== null)
  )
    return false
  const signals = { isDownVoted, isHandedOff, rephrasedBy }
  if (!isDownVoted && !isHandedOff && rephrasedBy === null) {
    await tx.delete(answerDoubts).where(isDoubt)
    await deleteUndoubted(transaction)
    return true
  }
  const isNew =
    (isDownVoted && !previousSignals.isDownVoted) ||
    (isHandedOff && !previousSignals.isHandedOff) ||
    (rephrasedBy !== null && previousSignals.rephrasedBy === null)
  const answerId = known?.doubtfulAnswerId ?? (await answerOf(transaction, message.question))
  // The message of a question that is deleted in the meantime takes its doubts along.
  await tx
    .insert(answerDoubts)
    .values({ workspaceId, messageId: message.id, doubtfulAnswerId: answerId, isRepeatable, ...signals })
    .onConflictDoUpdate({ target: [answerDoubts.workspaceId, answerDoubts.messageId], set: signals })
  if (isNew) await reopenDoubted(transaction, answerId, message)
  return true
}

/** The entry of a question, new or known. */
async function answerOf({ tx, workspaceId }: WorkspaceTransaction, question: string): Promise<string> {
  const doubtedKey = questionKey(question)
  const isQuestion = and(eq(doubtfulAnswers.workspaceId, workspaceId), eq(doubtfulAnswers.questionKey, doubtedKey))
  const [known] = await tx.select({ id: doubtfulAnswers.id }).from(doubtfulAnswers).where(isQuestion)
  if (known) return known.id
  const id = newId()
  await tx.insert(doubtfulAnswers).values({ workspaceId, id, questionKey: doubtedKey })
  return id
}

/** A settled answer is open again, unless a person said that this very answer is right. */
async function reopenDoubted(
  transaction: WorkspaceTransaction,
  id: string,
  message: ReadDoubt['message'],
): Promise<void> {
  const { tx, workspaceId } = transaction
  const isAnswer = and(eq(doubtfulAnswers.workspaceId, workspaceId), eq(doubtfulAnswers.id, id))
  const [row] = await tx.select().from(doubtfulAnswers).where(isAnswer)
  if (!row) return
  const [source] = message.sources
  const isStillRight =
    row.state === 'right' &&
    row.rightSource !== null &&
    row.rightSource === source?.id &&
    !(await editedSince(transaction, [source]))(source, row.settledAt ?? new Date())
  const reopenedFields = isStillRight
    ? {}
    : { state: 'open' as const, settledAt: null, settledBy: null, answeredBy: null }
  await tx
    .update(doubtfulAnswers)
    .set({ ...reopenedFields, lastDoubtedAt: new Date() })
    .where(isAnswer)
}

/** Deletes entries of which no doubt is left. */
export async function deleteUndoubted({ tx, workspaceId }: WorkspaceTransaction): Promise<void> {
  const doubts = tx
    .select({ id: answerDoubts.messageId })
    .from(answerDoubts)
    .where(and(eq(answerDoubts.workspaceId, workspaceId), eq(answerDoubts.doubtfulAnswerId, doubtfulAnswers.id)))
  await tx.delete(doubtfulAnswers).where(and(eq(doubtfulAnswers.workspaceId, workspaceId), notExists(doubts)))
}
