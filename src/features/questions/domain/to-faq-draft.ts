import { oneLine } from '../../../kernel/text.ts'
import { EMPTY_CONTENT, type FaqContent } from '../../faqs/contract.ts'
import type { Outcome } from '../contract.ts'

const QUESTION_MAX = 500

/** On one line; a question longer than a FAQ's may be is cut at a word. */
export const fittedQuestion = (question: string): string => {
  const flat = oneLine(question)
  if (flat.length <= QUESTION_MAX) return flat
  const cut = flat.slice(0, QUESTION_MAX).toWellFormed()
  const space = cut.lastIndexOf(' ')
  return space > 0 ? cut.slice(0, space) : cut
}

/**
 * A visitor's question as the draft of a FAQ: category General, status draft, as specified. Only an actual answer is reused: the draft of a refused or suggested question has an empty one.
 */
export const toFaqDraft = (
  message: { question: string; answer: string; outcome: Outcome },
  overrides: Partial<FaqContent> = {},
): FaqContent => ({
  ...EMPTY_CONTENT,
  question: overrides.question?.trim() || fittedQuestion(message.question),
  answer: overrides.answer?.trim() || (message.outcome === 'answered' ? message.answer : ''),
  category: overrides.category?.trim() || EMPTY_CONTENT.category,
  status: overrides.status ?? EMPTY_CONTENT.status,
  alternative_questions: overrides.alternative_questions ?? [],
})
