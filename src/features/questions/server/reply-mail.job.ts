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

const SUBJECT_MAX = 120
const AUTHOR_MAX = 120

const replySchema = z.object({ workspace_id: z.uuid(), reply_id: z.uuid(), attempt: z.number().int() })
type Wanted = z.output<typeof replySchema>

const theReply = ({ workspaceId, id }: Pick<ReplyRow, 'workspaceId' | 'id'>) =>
  and(eq(messageReplies.workspaceId, workspaceId), eq(messageReplies.id, id))

const oneLine = (text: string): string => text.replace(/[\p{Cc}\s]+/gu, ' ').trim()

interface Work {
  reply: ReplyRow
  mail: Mail
}

/** Takes the reply in hand, once for each time that a person sent it; null when that is done or its question is gone. */
async function claim(transaction: Tx, wanted: Wanted): Promise<Work | null> {
  const [reply] = await transaction
    .update(messageReplies)
    .set({ state: 'sending', claimedAt: new Date() })
    .where(
      and(
        theReply({ workspaceId: wanted.workspace_id, id: wanted.reply_id }),
        eq(messageReplies.state, 'queued'),
        eq(messageReplies.attempt, wanted.attempt),
      ),
    )
    .returning()
  if (!reply) return null
  const [message] = await transaction
    .select({ question: messages.question })
    .from(messages)
    .where(and(eq(messages.workspaceId, reply.workspaceId), eq(messages.id, reply.messageId)))
  const contact = await contactOf(transaction, reply.workspaceId)
  // The claim is taken back with them.
  if (!message || !contact) throw new Error('a reply without its question or its workspace’s address')
  const author = oneLine(reply.authorName)
  return {
    reply,
    mail: {
      id: reply.id,
      to: reply.toEmail,
      replyTo: contact.email,
      author: excerpt(oneLine(author ? `${author}, ${contact.name}` : contact.name), AUTHOR_MAX),
      subject: `Re: ${excerpt(oneLine(message.question), SUBJECT_MAX)}`,
      text: `${reply.text}\n\n${author ? `${author}\n` : ''}${contact.name}\n\n> ${message.question.replace(/\r?\n/gu, '\n> ')}`,
    },
  }
}

/** Result of sending. An email without a definite refusal keeps its state and is later reported as unknown. */
async function send(mailer: Mailer, { mail }: Work): Promise<Partial<ReplyRow>> {
  try {
    await mailer.send(mail)
    return { state: 'sent', sentAt: new Date() }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    // Long enough ago for the loss to be known at once.
    if (error.code === 'mail.unknown') return { claimedAt: new Date(0) }
    return { state: 'failed', failure: error.message }
  }
}

/**
 * Sends replies to visitors, at most once per request of a user: after any failure between mail server and database
 * nothing is sent again automatically.
 */
export const replyMailJob = (options: { services: WorkspaceServices; mailer: Mailer }) =>
  defineJob({
    name: 'questions.reply-mail',
    schema: replySchema,
    retryLimit: 8,
    expireInSeconds: 120,
    concurrency: 2,
    handler: async (wanted) => {
      const { db, events } = options.services
      const work = await systemTransaction(db, (transaction) => claim(transaction, wanted))
      if (!work) return
      const { reply } = work
      const outcome = await send(options.mailer, work)
      await systemTransaction(db, async (transaction) => {
        await transaction.update(messageReplies).set(outcome).where(theReply(reply))
        if (outcome.state === 'sent' && reply.thenDone)
          await transaction
            .update(messages)
            .set({ doneAt: new Date(), doneBy: reply.authorName })
            .where(and(eq(messages.workspaceId, reply.workspaceId), eq(messages.id, reply.messageId)))
        const { workspaceId: workspace_id, messageId: id } = reply
        if (outcome.state === 'sent')
          await events.emitWithin(transaction, { type: 'question.replied', workspace_id, id, reply_id: reply.id })
        await events.emit(transaction, {
          type: 'question.changed',
          workspace_id: reply.workspaceId,
          id: reply.messageId,
        })
      })
    },
  })
