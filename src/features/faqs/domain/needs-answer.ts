import { normalizeQuestion, withoutInvisible } from '../../../kernel/text.ts'
import { AI_UNAVAILABLE, STOCK_REPLIES } from '../contract.ts'

/** All stock replies. */
export const STOCK_SENTENCES = [
  AI_UNAVAILABLE,
  ...Object.values(STOCK_REPLIES).flatMap((replies) => Object.values(replies)),
]
const NORMALIZED = STOCK_SENTENCES.map(normalizeQuestion)

/** A letter, digit, emoji or currency sign: what remains is punctuation and markup. */
const CONTENT_CHARACTER = /[\p{L}\p{N}\p{So}\p{Sc}]/u

/**
 * Returns true when an answer is missing: it shows no words, digits or symbols, or starts with a stock reply in any
 * language. Ignores case, punctuation and bold text.
 */
export function needsAnswer(answerMarkdown: string): boolean {
  const visibleText = withoutInvisible(answerMarkdown)
  if (!CONTENT_CHARACTER.test(visibleText)) return true
  const normalized = normalizeQuestion(visibleText)
  return NORMALIZED.some((sentence) => normalized.startsWith(sentence))
}
