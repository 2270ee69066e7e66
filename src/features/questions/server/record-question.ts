import { newId } from '../../../kernel/ids.ts'
import { detectLanguage } from '../../ranking/server/index.ts'
import { emit, inTransaction, type WorkspaceContext } from '../../workspaces/server/index.ts'
import type { AnswerReasons, AnswerSource, Outcome } from '../contract.ts'
import { messageSources, messages } from './questions.table.ts'

export interface NewQuestion {
  conversation_id: string
  question: string
  is_small_talk?: boolean
  answer: string
  outcome: Outcome
  confidence: number | null
  reasons?: AnswerReasons | null
  sources: AnswerSource[]
  page_url: string | null
}

/** Stores a question with its answer and notifies the dashboards. @returns the message's id */
export const recordQuestion = (context: WorkspaceContext, q: NewQuestion): Promise<string> =>
  inTransaction(context, async (transaction) => {
    const id = newId()
    await transaction.tx.insert(messages).values({
      workspaceId: transaction.workspaceId,
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
    })
    const helped =
      q.outcome === 'answered' ? new Set(q.sources.flatMap(({ source_id }) => source_id ?? [])) : new Set<string>()
    if (helped.size > 0)
      await transaction.tx
        .insert(messageSources)
        .values([...helped].map((sourceId) => ({ workspaceId: transaction.workspaceId, sourceId, messageId: id })))
    await emit(transaction, { type: 'question.created', id })
    return id
  })
