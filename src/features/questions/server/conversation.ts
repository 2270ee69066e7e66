import { and, desc, eq } from 'drizzle-orm'
import type { WorkspaceTransaction } from '../../workspaces/server/index.ts'
import type { AnswerSource, Outcome } from '../contract.ts'
import { messages } from './questions.table.ts'

export interface ConversationTurn {
  question: string
  answer: string
  outcome: Outcome
  sources: AnswerSource[]
}

/** The last turns of a visit without small talk, oldest first. A conversation of another workspace has none here. */
export async function conversationTurns(
  transaction: WorkspaceTransaction,
  conversationId: string,
  limit: number,
): Promise<ConversationTurn[]> {
  const messageRows = await transaction.tx
    .select({
      question: messages.question,
      answer: messages.answer,
      outcome: messages.outcome,
      sources: messages.sources,
    })
    .from(messages)
    .where(
      and(
        eq(messages.workspaceId, transaction.workspaceId),
        eq(messages.conversationId, conversationId),
        eq(messages.isSmallTalk, false),
      ),
    )
    .orderBy(desc(messages.id))
    .limit(limit)
  return messageRows.reverse()
}
