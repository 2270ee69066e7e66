import { and, eq, inArray, sql } from 'drizzle-orm'
import {
  emit,
  inReadTransaction,
  inTransaction,
  recordAudit,
  type WorkspaceContext,
  type WorkspaceTransaction,
} from '../../workspaces/server/index.ts'
import type { VisitorData } from '../contract.ts'
import { messages } from './questions.table.ts'

/** All of the conversations in which the visitor left this address: what they asked before leaving it is theirs, too. */
const ofVisitor = ({ tx, workspaceId }: WorkspaceTransaction, email: string) =>
  and(
    eq(messages.workspaceId, workspaceId),
    inArray(
      messages.conversationId,
      tx
        .select({ id: messages.conversationId })
        .from(messages)
        .where(
          and(eq(messages.workspaceId, workspaceId), eq(sql`lower(${messages.visitorEmail})`, email.toLowerCase())),
        ),
    ),
  )

/** Data of the visitor who left this email address. */
export const findVisitorData = (context: WorkspaceContext, email: string): Promise<VisitorData> =>
  inReadTransaction(context, async (transaction) => {
    const [row] = await transaction.tx
      .select({
        questions: sql<number>`count(*)::int`,
        first: sql<Date | null>`min(${messages.createdAt})`.mapWith(messages.createdAt),
        last: sql<Date | null>`max(${messages.createdAt})`.mapWith(messages.createdAt),
      })
      .from(messages)
      .where(ofVisitor(transaction, email))
    const { questions = 0, first = null, last = null } = row ?? {}
    return {
      questions,
      first_asked_at: first?.toISOString() ?? null,
      last_asked_at: last?.toISOString() ?? null,
    }
  })

/** Deletes it for good. The audit log keeps that it was done, not whose it was. @returns how many questions there were */
export const eraseVisitorData = (context: WorkspaceContext, email: string): Promise<number> =>
  inTransaction(context, async (transaction) => {
    const gone = await transaction.tx
      .delete(messages)
      .where(ofVisitor(transaction, email))
      .returning({ id: messages.id })
    if (gone.length > 0) {
      await recordAudit(transaction, { action: 'visitor.erased', details: { count: gone.length } })
      await emit(transaction, { type: 'question.deleted', id: null })
    }
    return gone.length
  })
