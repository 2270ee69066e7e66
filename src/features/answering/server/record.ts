import { newId } from '../../../kernel/ids.ts'
import type { AnswerReasons, AnswerSource } from '../../questions/contract.ts'
import { encodeMessageReference, recordQuestion } from '../../questions/server/index.ts'
import type { WorkspaceContext } from '../../workspaces/server/index.ts'
import type { AskInput, AskOutput } from '../contract.ts'

/** An answer before it is stored: the same for everybody who asks the same of the same content. */
export interface Answer {
  output: Omit<AskOutput, 'message_id' | 'conversation_id'>
  /** Probability that it is right; null where something else decided the outcome. */
  probability: number | null
  reasons: AnswerReasons | null
  /** The answer's sources as the team sees them. */
  cited: AnswerSource[]
  /** Retrieved entries, best first, regardless of the answer's sources. */
  found: AnswerSource[]
  /** Cacheable: all inputs were complete, so the same question would get the same answer. */
  isRepeatable: boolean
}

export interface RecordedIds {
  messageId: string
  conversationId: string
}

/** Fourth step: stores the question with its answer, so that every answer a visitor gets is in the inbox. */
export async function recordAnswer(
  context: WorkspaceContext,
  askInput: AskInput,
  answer: Answer,
): Promise<RecordedIds> {
  const conversationId = askInput.conversation_id ?? newId()
  const messageId = await recordQuestion(context, {
    conversation_id: conversationId,
    continues_conversation: askInput.conversation_id !== undefined,
    question: askInput.question,
    is_small_talk: answer.output.small_talk !== undefined,
    answer: answer.output.answer,
    outcome: answer.output.outcome,
    confidence: answer.probability,
    reasons: answer.reasons,
    sources: answer.cited,
    page_url: askInput.page_url ?? null,
  })
  return { messageId, conversationId }
}

export const withIds = (
  { workspaceId }: WorkspaceContext,
  { output }: Answer,
  { messageId, conversationId }: RecordedIds,
): AskOutput => ({
  ...output,
  message_id: encodeMessageReference({ workspaceId, messageId }),
  conversation_id: conversationId,
})
