import { normalizeQuestion, withoutInvisible } from '../../../kernel/text.ts'
import { AI_UNAVAILABLE, STOCK_REPLIES } from '../contract.ts'

/** All stock replies. */
export const SENTENCES = [AI_UNAVAILABLE, ...Object.values(STOCK_REPLIES).flatMap((replies) => Object.values(replies))]
const NORMALIZED = SENTENCES.map(normalizeQuestion)

/** A letter, digit, emoji or currency sign: what remains is punctuation and markup. */
const CONTENT = /[\p{L}\p{N}\p{So}\p{Sc}]/u

/**
 * Returns true when an answer is missing: it shows no words, digits or symbols, or starts with a stock reply in any
 * language. Ignores case, punctuation and bold text.
 */
export function needsAnswer(answer: string): boolean {
  const visible = withoutInvisible(answer)
  if (!CONTENT.test(visible)) return true
  const normalized = normalizeQuestion(visible)
  return NORMALIZED.some((sentence) => normalized.startsWith(sentence))
}
