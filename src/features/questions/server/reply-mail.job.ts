import { and, eq } from 'drizzle-orm'
import { z } from 'zod'
import { AppError } from '../../../kernel/app-error.ts'
import { excerpt } from '../../../kernel/text.ts'
import { systemTransaction, type Tx } from '../../../platform/db/index.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import type { Mail, Mailer } from '../../../platform/mail/index.ts'
import { contactOf, type WorkspaceServices } from '../../workspaces/server/index.ts'
import { messageReplies, messages } from './questions.table.ts'
import type { ReplyRow } from './replies.queries.ts'

const SUBJECT_LENGTH_MAX = 120
const AUTHOR_LENGTH_MAX = 120

const replySchema = z.object({ workspace_id: z.uuid(), reply_id: z.uuid(), attempt: z.number().int() })
type ReplyMailInput = z.output<typeof replySchema>

const isReply = ({ workspaceId, id }: Pick<ReplyRow, 'workspaceId' | 'id'>) =>
  and(eq(messageReplies.workspaceId, workspaceId), eq(messageReplies.id, id))

const toOneLine = (headerText: string): string => headerText.replace(/[\p{Cc}\s]+/gu, ' ').trim()

interface ClaimedReply {
  reply: ReplyRow
  mail: Mail
}

/** Takes the reply in hand, once for each time that a person sent it; null when that is done or its question is gone. */
async function claimReply(transaction: Tx, jobInput: ReplyMailInput): Promise<ClaimedReply | null> {
  const [replyRow] = await transaction
    .update(messageReplies)
    .set({ state: 'sending', claimedAt: new Date() })
    .where(
      and(
        isReply({ workspaceId: jobInput.workspace_id, id: jobInput.reply_id }),
        eq(messageReplies.state, 'queued'),
        eq(messageReplies.attempt, jobInput.attempt),
      ),
    )
    .returning()
  if (!replyRow) return null
  const [repliedMessage] = await transaction
    .select({ question: messages.question })
    .from(messages)
    .where(and(eq(messages.workspaceId, replyRow.workspaceId), eq(messages.id, replyRow.messageId)))
  const workspaceContact = await contactOf(transaction, replyRow.workspaceId)
  // The claim is taken back with them.
  if (!repliedMessage || !workspaceContact) throw new Error('a reply without its question or its workspace’s address')
  const authorName = toOneLine(replyRow.authorName)
  return {
    reply: replyRow,
    mail: {
      id: replyRow.id,
      to: replyRow.toEmail,
      replyTo: workspaceContact.email,
      author: excerpt(
        toOneLine(authorName ? `${authorName}, ${workspaceContact.name}` : workspaceContact.name),
        AUTHOR_LENGTH_MAX,
      ),
      subject: `Re: ${excerpt(toOneLine(repliedMessage.question), SUBJECT_LENGTH_MAX)}`,
      text: `${replyRow.text}\n\n${authorName ? `${authorName}\n` : ''}${workspaceContact.name}\n\n> ${repliedMessage.question.replace(/\r?\n/gu, '\n> ')}`,
    },
  }
}

/** Result of sending. An email without a definite refusal keeps its state and is later reported as unknown. */
async function sendReply(mailer: Mailer, { mail }: ClaimedReply): Promise<Partial<ReplyRow>> {
  try {
    await mailer.send(mail)
    return { state: 'sent', sentAt: new Date() }
  } catch (sendError) {
    if (!(sendError instanceof AppError)) throw sendError
    // Long enough ago for the loss to be known at once.
    if (sendError.code === 'mail.unknown') return { claimedAt: new Date(0) }
    return { state: 'failed', failure: sendError.message }
  }
}

/**
 * Sends replies to visitors, at most once per request of a user: after any failure between mail server and database
 * nothing is sent again automatically.
 */
export const replyMailJob = (jobOptions: { services: WorkspaceServices; mailer: Mailer }) =>
  defineJob({
    name: 'questions.reply-mail',
    schema: replySchema,
    retryLimit: 8,
    expireInSeconds: 120,
    concurrency: 2,
    handler: async (jobInput) => {
      const { db, events } = jobOptions.services
      const claimedReply = await systemTransaction(db, (transaction) => claimReply(transaction, jobInput))
      if (!claimedReply) return
      const { reply } = claimedReply
      const sendOutcome = await sendReply(jobOptions.mailer, claimedReply)
      await systemTransaction(db, async (transaction) => {
        await transaction.update(messageReplies).set(sendOutcome).where(isReply(reply))
        if (sendOutcome.state === 'sent' && reply.thenDone)
          await transaction
            .update(messages)
            .set({ doneAt: new Date(), doneBy: reply.authorName })
            .where(and(eq(messages.workspaceId, reply.workspaceId), eq(messages.id, reply.messageId)))
        const { workspaceId: workspace_id, messageId: id } = reply
        if (sendOutcome.state === 'sent')
          await events.emitWithin(transaction, { type: 'question.replied', workspace_id, id, reply_id: reply.id })
        await events.emit(transaction, {
          type: 'question.changed',
          workspace_id: reply.workspaceId,
          id: reply.messageId,
        })
      })
    },
  })
