import { RELATED_MAX } from '../../answering/contract.ts'

/** Words of four letters or more. */
const keywordsOf = (questionText: string): string[] => questionText.toLowerCase().match(/[\p{L}\p{M}\p{N}]{4,}/gu) ?? []

/**
 * Suggestions when the server returned none: up to three of the page's questions that share a word longer than three
 * letters with the asked one, filled up with the page's `starterQuestions`. Never the question itself.
 */
export function relatedFallback(
  askedQuestion: string,
  pageQuestions: readonly string[],
  starterQuestions: readonly string[],
): string[] {
  const askedKeywords = new Set(keywordsOf(askedQuestion))
  const normalizedQuestion = askedQuestion.trim().toLowerCase()
  const relatedQuestions = pageQuestions.filter(
    (question) =>
      question.trim().toLowerCase() !== normalizedQuestion &&
      keywordsOf(question).some((keyword) => askedKeywords.has(keyword)),
  )
  return [...new Set([...relatedQuestions.slice(0, RELATED_MAX), ...starterQuestions])].slice(0, RELATED_MAX)
}
