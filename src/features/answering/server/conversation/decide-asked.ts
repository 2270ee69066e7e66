import { splitQuestions } from '../../domain/split-questions.ts'
import type { DecidedPart } from './compose-several.ts'
import { type Conversation, type ConversationDecision, decideInConversation } from './decide-in-conversation.ts'
import { settleShortQuestion } from './settle-choice.ts'

/** A question as it is searched for and decided on, with what was found. */
export interface AskedDecision extends ConversationDecision {
  /** The visitor's question, understandable without the conversation, in the visitor's language. */
  question: string
  /** The questions of a message that asks several, each decided by itself. */
  parts?: DecidedPart[]
}

/** Retrieves and decides for a message. With a language model, a message of several questions stays whole. */
export async function decideAsked(conversation: Conversation, hasModel: boolean): Promise<AskedDecision> {
  const { question, turns } = conversation
  const { retrieval, decision } = await decideInConversation(conversation)
  const questionParts = hasModel || decision.isWordForWord ? [question] : splitQuestions(question)
  if (questionParts.length > 1)
    return {
      retrieval,
      decision,
      question: questionParts.join(' '),
      parts: await decideParts(questionParts, conversation),
    }
  const settledDecision = turns.length > 0 ? decision : settleShortQuestion(question, decision)
  return { retrieval, decision: settledDecision, question }
}

/** Decides on each question by itself; a later one may refer to the one before it. */
async function decideParts(questions: readonly string[], conversation: Conversation): Promise<DecidedPart[]> {
  const decidedParts: DecidedPart[] = []
  for (const [questionIndex, question] of questions.entries()) {
    const turns = questions
      .slice(0, questionIndex)
      .map((earlierQuestion) => ({ question: earlierQuestion, answer: '', outcome: 'suggested' as const, sources: [] }))
    const { decision } = await decideInConversation({ ...conversation, question, turns })
    decidedParts.push({ question, decision })
  }
  return decidedParts
}
