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
const isOfVisitor = ({ tx, workspaceId }: WorkspaceTransaction, visitorEmail: string) =>
  and(
    eq(messages.workspaceId, workspaceId),
    inArray(
      messages.conversationId,
      tx
        .select({ id: messages.conversationId })
        .from(messages)
        .where(
          and(
            eq(messages.workspaceId, workspaceId),
            eq(sql`lower(${messages.visitorEmail})`, visitorEmail.toLowerCase()),
          ),
        ),
    ),
  )

/** Data of the visitor who left this email address. */
export const findVisitorData = (context: WorkspaceContext, visitorEmail: string): Promise<VisitorData> =>
  inReadTransaction(context, async (transaction) => {
    const [visitorRow] = await transaction.tx
      .select({
        questions: sql<number>`count(*)::int`,
        first: sql<Date | null>`min(${messages.createdAt})`.mapWith(messages.createdAt),
        last: sql<Date | null>`max(${messages.createdAt})`.mapWith(messages.createdAt),
      })
      .from(messages)
      .where(isOfVisitor(transaction, visitorEmail))
    const { questions = 0, first = null, last = null } = visitorRow ?? {}
    return {
      questions,
      first_asked_at: first?.toISOString() ?? null,
      last_asked_at: last?.toISOString() ?? null,
    }
  })

/** Deletes it for good. The audit log keeps that it was done, not whose it was. @returns how many questions there were */
export const eraseVisitorData = (context: WorkspaceContext, visitorEmail: string): Promise<number> =>
  inTransaction(context, async (transaction) => {
    const deletedRows = await transaction.tx
      .delete(messages)
      .where(isOfVisitor(transaction, visitorEmail))
      .returning({ id: messages.id })
    if (deletedRows.length > 0) {
      await recordAudit(transaction, { action: 'visitor.erased', details: { count: deletedRows.length } })
      await emit(transaction, { type: 'question.deleted', id: null })
    }
    return deletedRows.length
  })
