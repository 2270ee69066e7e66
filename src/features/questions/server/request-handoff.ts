import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { z } from 'zod'
import { notFound } from '../../../kernel/app-error.ts'
import { type Database, systemTransaction, type Tx } from '../../../platform/db/index.ts'
import type { Events } from '../../../platform/events/index.ts'
import { defineJob } from '../../../platform/jobs/index.ts'
import type { Mailer } from '../../../platform/mail/index.ts'
import { contactOf } from '../../workspaces/server/index.ts'
import { NOT_DONE } from './mark-done.ts'
import { messages } from './questions.table.ts'

const TRANSCRIPT = 20

type Message = typeof messages.$inferSelect

const messageById = async (tx: Tx, id: string): Promise<Message | undefined> =>
  (await tx.select().from(messages).where(eq(messages.id, id)))[0]

/**
 * A visitor asks for a person: their address and note are kept with the question, and the workspace is told once. Knowing
 * the message's unguessable id is the right to do so.
 */
export const requestHandoff = (
  services: { db: Database; events: Events },
  input: { message_id: string; email: string; note?: string | undefined },
): Promise<void> =>
  systemTransaction(services.db, async (tx) => {
    const message = await messageById(tx, input.message_id)
    if (!message) throw notFound('message')
    await tx
      .update(messages)
      .set({
        visitorEmail: input.email,
        visitorNote: input.note || null,
        handoffRequestedAt: sql`coalesce(${messages.handoffRequestedAt}, now())`,
        // Whatever was done before, now somebody waits.
        ...NOT_DONE,
      })
      .where(and(eq(messages.workspaceId, message.workspaceId), eq(messages.id, message.id)))
    await services.events.emit(tx, { type: 'question.handoff', workspace_id: message.workspaceId, id: message.id })
  })

function mailText(waiting: Message, transcript: Message[], inbox: string): string {
  const turns = transcript.map((m) => `Visitor: ${m.question}\nAnswer: ${m.answer}`).join('\n\n')
  const note = waiting.visitorNote ? `\nThey added:\n${waiting.visitorNote}\n` : ''
  return `A visitor would like to hear from a person. Reply to this mail to answer ${waiting.visitorEmail}.\n${note}\n${turns}\n\nIn your inbox: ${inbox}`
}

/** Mails the workspace's contact. Run again after a failure, it sends only what was not sent. */
export const handoffMailJob = (o: { db: Database; mailer: Mailer; appUrl: URL }) =>
  defineJob({
    name: 'questions.handoff-mail',
    schema: z.object({ message_id: z.uuid() }),
    retryLimit: 8,
    expireInSeconds: 120,
    handler: async ({ message_id: id }) => {
      const work = await systemTransaction(o.db, async (tx) => {
        const message = await messageById(tx, id)
        if (!message?.visitorEmail || message.handoffNotifiedAt) return null
        const contact = await contactOf(tx, message.workspaceId)
        const transcript = await tx
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
      await o.mailer.send({
        to: contact.email,
        replyTo: message.visitorEmail ?? contact.email,
        subject: `A visitor of ${contact.name} is waiting for a person`,
        text: mailText(message, transcript, new URL(`/messages?question=${id}`, o.appUrl).href),
      })
      await systemTransaction(o.db, (tx) =>
        tx
          .update(messages)
          .set({ handoffNotifiedAt: new Date() })
          .where(
            and(eq(messages.workspaceId, message.workspaceId), eq(messages.id, id), isNull(messages.handoffNotifiedAt)),
          ),
      )
    },
  })
