import { newId } from '../../../kernel/ids.ts'
import { detectLanguage } from '../../ranking/server/index.ts'
import { emit, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { AnswerReasons, AnswerSource, Outcome } from '../contract.ts'
import { messageSources, messages } from './questions.table.ts'

export interface NewQuestion {
  conversation_id: string
  /** It may follow other questions of the same visit. */
  continues_conversation?: boolean
  question: string
  is_small_talk?: boolean
  answer: string
  outcome: Outcome
  confidence: number | null
  reasons?: AnswerReasons | null
  sources: AnswerSource[]
  page_url: string | null
}

/** Stores a question with its answer and notifies the dashboards, in two round trips. @returns the message's id */
export const recordQuestion = (context: WorkspaceContext, newQuestion: NewQuestion): Promise<string> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    const messageId = newId()
    const messageRow = {
      workspaceId,
      id: messageId,
      conversationId: newQuestion.conversation_id,
      question: newQuestion.question,
      language: detectLanguage(newQuestion.question),
      isSmallTalk: newQuestion.is_small_talk ?? false,
      answer: newQuestion.answer,
      outcome: newQuestion.outcome,
      confidence: newQuestion.confidence,
      reasons: newQuestion.reasons ?? null,
      sources: newQuestion.sources,
      pageUrl: newQuestion.page_url,
    }
    const helpfulSourceIds = new Set(
      newQuestion.outcome === 'answered' ? newQuestion.sources.flatMap(({ source_id }) => source_id ?? []) : [],
    )
    // Each is sent when it is executed, in this order, without waiting for the one before.
    const statements = [tx.insert(messages).values(messageRow).execute()]
    if (helpfulSourceIds.size > 0) {
      const sourceRows = [...helpfulSourceIds].map((sourceId) => ({ workspaceId, sourceId, messageId }))
      statements.push(tx.insert(messageSources).values(sourceRows).execute())
    }
    const createdEvent = {
      id: messageId,
      outcome: newQuestion.outcome,
      continues_conversation: newQuestion.continues_conversation ?? false,
    }
    await Promise.all([...statements, emit(transaction, { type: 'question.created', ...createdEvent })])
    return messageId
  })
