import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { notFound } from '../../../kernel/app-error.ts'
import { type Database, lockNamed, systemTransaction, type Tx } from '../../../platform/db/index.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import {
  contactOf,
  emit,
  inReadTransaction,
  inTransaction,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import { NOT_DONE_COLUMNS } from './mark-done.ts'
import { messages } from './questions.table.ts'
import { recordQuestion } from './record-question.ts'

const TRANSCRIPT_MAX = 20

const handoffMailSchema = z.object({ workspace_id: z.uuid().optional(), message_id: z.uuid() })

type MessageRow = typeof messages.$inferSelect

/** Selects by workspace and id; a job that version 0.1.0 queued names only the id. */
const readMessage = async (
  transaction: Tx,
  jobInput: z.output<typeof handoffMailSchema>,
): Promise<MessageRow | undefined> => {
  const isInWorkspace =
    jobInput.workspace_id === undefined ? undefined : eq(messages.workspaceId, jobInput.workspace_id)
  return (
    await transaction
      .select()
      .from(messages)
      .where(and(isInWorkspace, eq(messages.id, jobInput.message_id)))
  )[0]
}

interface WaitingVisitor {
  email: string
  note?: string | undefined
}

const handoffColumns = ({ email, note }: WaitingVisitor) => ({
  visitorEmail: email,
  visitorNote: note || null,
  handoffRequestedAt: sql`coalesce(${messages.handoffRequestedAt}, now())`,
  // A visitor who asks for a person reopens the question.
  ...NOT_DONE_COLUMNS,
})

/** Returns true when the workspace has the message. */
export const hasMessage = (context: WorkspaceContext, messageId: string): Promise<boolean> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const messageRows = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(and(eq(messages.workspaceId, workspaceId), eq(messages.id, messageId)))
    return messageRows.length > 0
  })

/**
 * Passes a question on to a person: stores the visitor's address and note with it and notifies the workspace once.
 * Knowing the message's unguessable id is the right to do so.
 *
 * @throws not_found when the workspace has no such message
 */
export const requestHandoff = (
  context: WorkspaceContext,
  handoffInput: WaitingVisitor & { id: string },
): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const { rowCount } = await transaction.tx
      .update(messages)
      .set(handoffColumns(handoffInput))
      .where(and(eq(messages.workspaceId, transaction.workspaceId), eq(messages.id, handoffInput.id)))
    if (rowCount === 0) throw notFound('message')
    await emit(transaction, { type: 'question.handoff', id: handoffInput.id })
  })

/** The last time that this was asked in the conversation, if it was kept. */
async function findKeptQuestion(
  { tx, workspaceId }: WorkspaceTransaction,
  askedQuestion: { conversation_id: string; question: string },
): Promise<string | undefined> {
  const [messageRow] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.conversationId, askedQuestion.conversation_id),
        eq(messages.question, askedQuestion.question),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(1)
  return messageRow?.id
}

/**
 * Stores a question without an answer as unavailable and requests a handoff. A repeated request in the same
 * conversation refers to the same question, also when it was recorded but its answer was lost.
 * @param askedQuestion.answer text that the visitor saw instead
 * @returns the message's id
 */
export const requestHandoffOfQuestion = (
  context: WorkspaceContext,
  askedQuestion: WaitingVisitor & {
    conversation_id: string
    question: string
    answer: string
    page_url: string | null
  },
): Promise<string> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    const { conversation_id, question, answer, page_url } = askedQuestion
    // A form sent twice at once is two transactions; the second one finds what the first has kept.
    await lockNamed(tx, `handoff:${conversation_id}`)
    const unansweredColumns = { outcome: 'unavailable' as const, confidence: null, sources: [] }
    const messageId =
      (await findKeptQuestion(transaction, askedQuestion)) ??
      (await recordQuestion(transaction, { conversation_id, question, answer, page_url, ...unansweredColumns }))
    await tx
      .update(messages)
      .set(handoffColumns(askedQuestion))
      .where(and(eq(messages.workspaceId, workspaceId), eq(messages.id, messageId)))
    await emit(transaction, { type: 'question.handoff', id: messageId })
    return messageId
  })

function handoffMailText(waitingMessage: MessageRow, transcript: MessageRow[], inboxUrl: string): string {
  const transcriptText = transcript.map((turn) => `Visitor: ${turn.question}\nAnswer: ${turn.answer}`).join('\n\n')
  const noteText = waitingMessage.visitorNote ? `\nThey added:\n${waitingMessage.visitorNote}\n` : ''
  return `A visitor would like to hear from a person. Reply to this email to answer ${waitingMessage.visitorEmail}.\n${noteText}\n${transcriptText}\n\nIn your inbox: ${inboxUrl}`
}

/** Mails the workspace's contact. Run again after a failure, it sends only what was not sent. */
export const handoffMailJob = (jobOptions: { db: Database; mailer: Mailer; appUrl: URL }) =>
  defineJob({
    name: 'questions.handoff-mail',
    schema: handoffMailSchema,
    retryLimit: 8,
    expireInSeconds: 120,
    handler: async (jobInput) => {
      const { message_id: id } = jobInput
      const pendingMail = await systemTransaction(jobOptions.db, async (transaction) => {
        const waitingMessage = await readMessage(transaction, jobInput)
        if (!waitingMessage?.visitorEmail || waitingMessage.handoffNotifiedAt) return null
        const workspaceContact = await contactOf(transaction, waitingMessage.workspaceId)
        const transcriptRows = await transaction
          .select()
          .from(messages)
          .where(
            and(
              eq(messages.workspaceId, waitingMessage.workspaceId),
              eq(messages.conversationId, waitingMessage.conversationId),
            ),
          )
          .orderBy(asc(messages.id))
          .limit(TRANSCRIPT_MAX)
        return workspaceContact && { message: waitingMessage, transcript: transcriptRows, contact: workspaceContact }
      })
      if (!pendingMail) return
      const { message, transcript, contact } = pendingMail
      await jobOptions.mailer.send({
        to: contact.email,
        replyTo: message.visitorEmail ?? contact.email,
        subject: `A visitor of ${contact.name} is waiting for a person`,
        text: handoffMailText(message, transcript, new URL(`/messages?question=${id}`, jobOptions.appUrl).href),
      })
      await systemTransaction(jobOptions.db, (transaction) =>
        transaction
          .update(messages)
          .set({ handoffNotifiedAt: new Date() })
          .where(
            and(eq(messages.workspaceId, message.workspaceId), eq(messages.id, id), isNull(messages.handoffNotifiedAt)),
          ),
      )
    },
  })
