import { normalizeQuestion } from '../../../kernel/text.ts'
import { AI_UNAVAILABLE, STOCK_REPLIES } from '../contract.ts'

/** All stock replies. */
export const SENTENCES = [AI_UNAVAILABLE, ...Object.values(STOCK_REPLIES).flatMap((replies) => Object.values(replies))]
const NORMALIZED = SENTENCES.map(normalizeQuestion)

/**
 * Returns true when an answer is missing: it is empty, or starts with a stock reply in any language. Ignores case,
 * punctuation and bold text.
 */
export function needsAnswer(answer: string): boolean {
  if (answer.trim() === '') return true
  const normalized = normalizeQuestion(answer)
  return NORMALIZED.some((sentence) => normalized.startsWith(sentence))
}
