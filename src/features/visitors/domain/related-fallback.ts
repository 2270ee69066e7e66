import { RELATED_MAX } from '../../answering/contract.ts'

const KEYWORD_MIN = 4

const keywords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word.length >= KEYWORD_MIN)

/**
 * Suggestions when the server returned none: up to three of the page's questions that share a word longer than three
 * letters with the asked one, filled up with the page's `starters`. Never the question itself.
 */
export function relatedFallback(asked: string, questions: readonly string[], starters: readonly string[]): string[] {
  const wanted = new Set(keywords(asked))
  const same = asked.trim().toLowerCase()
  const shared = questions.filter(
    (question) => question.trim().toLowerCase() !== same && keywords(question).some((word) => wanted.has(word)),
  )
  return [...new Set([...shared.slice(0, RELATED_MAX), ...starters])].slice(0, RELATED_MAX)
}
