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
export const recordQuestion = (context: WorkspaceContext, q: NewQuestion): Promise<string> =>
  inTransaction(context, async (transaction) => {
    const { tx, workspaceId } = transaction
    const id = newId()
    const message = {
      workspaceId,
      id,
      conversationId: q.conversation_id,
      question: q.question,
      language: detectLanguage(q.question),
      isSmallTalk: q.is_small_talk ?? false,
      answer: q.answer,
      outcome: q.outcome,
      confidence: q.confidence,
      reasons: q.reasons ?? null,
      sources: q.sources,
      pageUrl: q.page_url,
    }
    const helped = new Set(q.outcome === 'answered' ? q.sources.flatMap(({ source_id }) => source_id ?? []) : [])
    // Each is sent when it is executed, in this order, without waiting for the one before.
    const statements = [tx.insert(messages).values(message).execute()]
    if (helped.size > 0) {
      const rows = [...helped].map((sourceId) => ({ workspaceId, sourceId, messageId: id }))
      statements.push(tx.insert(messageSources).values(rows).execute())
    }
    const created = { id, outcome: q.outcome, continues_conversation: q.continues_conversation ?? false }
    await Promise.all([...statements, emit(transaction, { type: 'question.created', ...created })])
    return id
  })
