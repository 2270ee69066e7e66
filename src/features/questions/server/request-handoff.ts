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
import { NOT_DONE } from './mark-done.ts'
import { messages } from './questions.table.ts'
import { recordQuestion } from './record-question.ts'

const TRANSCRIPT = 20

const handoffMailSchema = z.object({ workspace_id: z.uuid().optional(), message_id: z.uuid() })

type Message = typeof messages.$inferSelect

/** Selects by workspace and id; a job that version 0.1.0 queued names only the id. */
const messageOf = async (transaction: Tx, job: z.output<typeof handoffMailSchema>): Promise<Message | undefined> => {
  const inWorkspace = job.workspace_id === undefined ? undefined : eq(messages.workspaceId, job.workspace_id)
  return (
    await transaction
      .select()
      .from(messages)
      .where(and(inWorkspace, eq(messages.id, job.message_id)))
  )[0]
}

interface Visitor {
  email: string
  note?: string | undefined
}

const waitingFor = ({ email, note }: Visitor) => ({
  visitorEmail: email,
  visitorNote: note || null,
  handoffRequestedAt: sql`coalesce(${messages.handoffRequestedAt}, now())`,
  // A visitor who asks for a person reopens the question.
  ...NOT_DONE,
})

/** Returns true when the workspace has the message. */
export const hasMessage = (context: WorkspaceContext, id: string): Promise<boolean> =>
  inReadTransaction(context, async ({ tx, workspaceId }) => {
    const rows = await tx
      .select({ id: messages.id })
      .from(messages)
      .where(and(eq(messages.workspaceId, workspaceId), eq(messages.id, id)))
    return rows.length > 0
  })

/**
 * Passes a question on to a person: stores the visitor's address and note with it and notifies the workspace once.
 * Knowing the message's unguessable id is the right to do so.
 *
 * @throws not_found when the workspace has no such message
 */
export const requestHandoff = (context: WorkspaceContext, input: Visitor & { id: string }): Promise<void> =>
  inTransaction(context, async (transaction) => {
    const { rowCount } = await transaction.tx
      .update(messages)
      .set(waitingFor(input))
      .where(and(eq(messages.workspaceId, transaction.workspaceId), eq(messages.id, input.id)))
    if (rowCount === 0) throw notFound('message')
    await emit(transaction, { type: 'question.handoff', id: input.id })
  })

/** The last time that this was asked in the conversation, if it was kept. */
async function keptQuestion(
  { tx, workspaceId }: WorkspaceTransaction,
  asked: { conversation_id: string; question: string },
): Promise<string | undefined> {
  const [row] = await tx
    .select({ id: messages.id })
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, workspaceId),
        eq(messages.conversationId, asked.conversation_id),
        eq(messages.question, asked.question),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(1)
  return row?.id
}

/**
 * Stores a question without an answer as unavailable and requests a handoff. A repeated request in the same
 * conversation refers to the same question, also when it was recorded but its answer was lost.
 * @param asked.answer text that the visitor saw instead
 * @returns the message's id
 */
export const requestHandoffOfQuestion = (
  context: WorkspaceContext,
  asked: Visitor & { conversation_id: string; question: string; answer: string; page_url: string | null },
): Promise<string> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    const { conversation_id, question, answer, page_url } = asked
    // A form sent twice at once is two transactions; the second one finds what the first has kept.
    await lockNamed(tx, `handoff:${conversation_id}`)
    const unanswered = { outcome: 'unavailable' as const, confidence: null, sources: [] }
    const id =
      (await keptQuestion(transaction, asked)) ??
      (await recordQuestion(transaction, { conversation_id, question, answer, page_url, ...unanswered }))
    await tx
      .update(messages)
      .set(waitingFor(asked))
      .where(and(eq(messages.workspaceId, workspaceId), eq(messages.id, id)))
    await emit(transaction, { type: 'question.handoff', id })
    return id
  })

function mailText(waiting: Message, transcript: Message[], inbox: string): string {
  const turns = transcript.map((m) => `Visitor: ${m.question}\nAnswer: ${m.answer}`).join('\n\n')
  const note = waiting.visitorNote ? `\nThey added:\n${waiting.visitorNote}\n` : ''
  return `A visitor would like to hear from a person. Reply to this email to answer ${waiting.visitorEmail}.\n${note}\n${turns}\n\nIn your inbox: ${inbox}`
}

/** Mails the workspace's contact. Run again after a failure, it sends only what was not sent. */
export const handoffMailJob = (options: { db: Database; mailer: Mailer; appUrl: URL }) =>
  defineJob({
    name: 'questions.handoff-mail',
    schema: handoffMailSchema,
    retryLimit: 8,
    expireInSeconds: 120,
    handler: async (job) => {
      const { message_id: id } = job
      const work = await systemTransaction(options.db, async (transaction) => {
        const message = await messageOf(transaction, job)
        if (!message?.visitorEmail || message.handoffNotifiedAt) return null
        const contact = await contactOf(transaction, message.workspaceId)
        const transcript = await transaction
          .select()
          .from(messages)
          .where(
            and(eq(messages.workspaceId, message.workspaceId), eq(messages.conversationId, message.conversationId)),
          )
          .orderBy(asc(messages.id))
          .limit(TRANSCRIPT)
        return contact && { message, transcript, contact }
      })
      if (!work) return
      const { message, transcript, contact } = work
      await options.mailer.send({
        to: contact.email,
        replyTo: message.visitorEmail ?? contact.email,
        subject: `A visitor of ${contact.name} is waiting for a person`,
        text: mailText(message, transcript, new URL(`/messages?question=${id}`, options.appUrl).href),
      })
      await systemTransaction(options.db, (transaction) =>
        transaction
          .update(messages)
          .set({ handoffNotifiedAt: new Date() })
          .where(
            and(eq(messages.workspaceId, message.workspaceId), eq(messages.id, id), isNull(messages.handoffNotifiedAt)),
          ),
      )
    },
  })
