import { and, desc, eq } from 'drizzle-orm'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { Outcome } from '../contract.ts'
import { messages } from './questions.table.ts'

export interface Turn {
  question: string
  answer: string
  outcome: Outcome
}

/** The last turns of a visit, oldest first. A conversation of another workspace has none here. */
export async function conversationTurns(
  transaction: WorkspaceTransaction,
  conversationId: string,
  limit: number,
): Promise<Turn[]> {
  const rows = await transaction.tx
    .select({ question: messages.question, answer: messages.answer, outcome: messages.outcome })
    .from(messages)
    .where(and(eq(messages.workspaceId, transaction.workspaceId), eq(messages.conversationId, conversationId)))
    .orderBy(desc(messages.id))
    .limit(limit)
  return rows.reverse()
}
