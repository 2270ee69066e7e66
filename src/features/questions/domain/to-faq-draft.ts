import { oneLine } from '../../../kernel/text.ts'
import { EMPTY_CONTENT, type FaqContent } from '../../faqs/contract.ts'
import type { Outcome } from '../contract.ts'

const QUESTION_LENGTH_MAX = 500

/** On one line; a question longer than a FAQ's may be is cut at a word. */
export const fittedQuestion = (question: string): string => {
  const singleLine = oneLine(question)
  if (singleLine.length <= QUESTION_LENGTH_MAX) return singleLine
  const shortened = singleLine.slice(0, QUESTION_LENGTH_MAX).toWellFormed()
  const lastSpace = shortened.lastIndexOf(' ')
  return lastSpace > 0 ? shortened.slice(0, lastSpace) : shortened
}

/**
 * A visitor's question as the draft of a FAQ: category General, status draft, as specified. Only an actual answer is reused: the draft of a refused or suggested question has an empty one.
 */
export const toFaqDraft = (
  questionMessage: { question: string; answer: string; outcome: Outcome },
  overrides: Partial<FaqContent> = {},
): FaqContent => ({
  ...EMPTY_CONTENT,
  question: overrides.question?.trim() || fittedQuestion(questionMessage.question),
  answer: overrides.answer?.trim() || (questionMessage.outcome === 'answered' ? questionMessage.answer : ''),
  category: overrides.category?.trim() || EMPTY_CONTENT.category,
  status: overrides.status ?? EMPTY_CONTENT.status,
  alternative_questions: overrides.alternative_questions ?? [],
})
