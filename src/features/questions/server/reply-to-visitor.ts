import { and, count, eq, gt, sql } from 'drizzle-orm'
import { AppError } from '../../../kernel/app-error.ts'
import { emit, inTransaction, type WorkspaceContext, type WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Reply, ReplyInput } from '../contract.ts'
import { lockQuestion } from './questions.queries.ts'
import { messageReplies } from './questions.table.ts'
import { presentReply, type ReplyRow, replyState, visitorAddress } from './replies.queries.ts'

/** Limit per visitor: the address is unverified, so a workspace must not be able to send many emails to it. */
export const REPLIES_A_DAY = 200

async function checkDailyLimit({ tx, workspaceId }: WorkspaceTransaction): Promise<void> {
  const [countRow] = await tx
    .select({ n: count() })
    .from(messageReplies)
    .where(
      and(eq(messageReplies.workspaceId, workspaceId), gt(messageReplies.createdAt, sql`now() - interval '1 day'`)),
    )
  if ((countRow?.n ?? 0) < REPLIES_A_DAY) return
  throw new AppError(
    'limit',
    'limit.replies',
    `A workspace can send ${REPLIES_A_DAY} replies a day. Please send this one tomorrow, or from your own email program.`,
    { details: { limit: REPLIES_A_DAY } },
  )
}

/** Puts a reply in line that was there before and has not gone out, with the text as it is now. */
async function resendReply(
  transaction: WorkspaceTransaction,
  previousReply: ReplyRow,
  replyInput: ReplyInput,
): Promise<ReplyRow> {
  if (previousReply.messageId !== replyInput.id)
    throw new AppError('conflict', 'reply.other_question', 'This reply belongs to another question.')
  const presentedState = replyState(previousReply, new Date())
  const shouldResend = presentedState === 'failed' || (presentedState === 'unknown' && replyInput.again)
  if (!shouldResend) {
    if (previousReply.text === replyInput.text) return previousReply
    throw new AppError('conflict', 'reply.on_its_way', 'This reply is already being sent. Please write another one.')
  }
  const [queuedReply] = await transaction.tx
    .update(messageReplies)
    .set({
      state: 'queued',
      text: replyInput.text,
      thenDone: replyInput.then_done,
      failure: null,
      attempt: previousReply.attempt + 1,
    })
    .where(and(eq(messageReplies.workspaceId, transaction.workspaceId), eq(messageReplies.id, previousReply.id)))
    .returning()
  if (!queuedReply) throw new Error('update returned no row')
  await emitReplyQueued(transaction, queuedReply)
  return queuedReply
}

/** `question.reply` is what the mail is sent on. */
const emitReplyQueued = (transaction: WorkspaceTransaction, { id, messageId, attempt }: ReplyRow) =>
  emit(transaction, { type: 'question.reply', id: messageId, reply_id: id, attempt })

/**
 * Answers a visitor by mail, at the address they left. The reply is stored and put in line; whether the mail server took
 * it is said by the reply's state. The same `reply_id` is the same mail: it goes out once, and again only after it
 * failed, or where that is not known and `again` says so.
 *
 * @throws not_found; limit `limit.replies`; conflict `reply.no_address`, `reply.other_question`, `reply.on_its_way`
 */
export const replyToVisitor = (context: WorkspaceContext, replyInput: ReplyInput): Promise<Reply> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    // Concurrent senders of this reply wait here.
    const lockedMessage = await lockQuestion(transaction, replyInput.id)
    const [previousReply] = await tx
      .select()
      .from(messageReplies)
      .where(and(eq(messageReplies.workspaceId, workspaceId), eq(messageReplies.id, replyInput.reply_id)))
      .for('update')
    if (previousReply) return presentReply(await resendReply(transaction, previousReply, replyInput))

    const toEmail = await visitorAddress(transaction, lockedMessage)
    if (!toEmail) throw new AppError('conflict', 'reply.no_address', 'This visitor left no email address.')
    await checkDailyLimit(transaction)
    const [insertedReply] = await tx
      .insert(messageReplies)
      .values({
        workspaceId,
        id: replyInput.reply_id,
        messageId: lockedMessage.id,
        text: replyInput.text,
        toEmail,
        authorId: transaction.actor?.id ?? null,
        authorName: transaction.actor?.name ?? '',
        state: 'queued',
        thenDone: replyInput.then_done,
      })
      .returning()
    if (!insertedReply) throw new Error('insert returned no row')
    await emitReplyQueued(transaction, insertedReply)
    return presentReply(insertedReply)
  })
