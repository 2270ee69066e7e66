/** A turn of the visit, as far as understanding the next question needs it. */
export interface PastTurn {
  question: string
  answer: string
}

const WORDS = /[\p{L}\p{N}']+/gu

/** Words that point back at what was said before, or begin a question that is only the rest of one. */
const POINTING = new Set(
  'it its this that these those they them their one ones he she him her there then same else another also too instead'.split(
    ' ',
  ),
)
const OPENING = /^(and|but|or|so|what about|how about|what if|why not|and if|then|ok|okay|also)\b/i
const FEW_WORDS = 4

/**
 * Returns true when a question depends on the previous one: it opens like a continuation, refers back, or is very
 * short. English only: in other languages a question is used as it is, which at worst finds less.
 */
export function isFollowUp(question: string): boolean {
  const words = question.toLowerCase().match(WORDS) ?? []
  if (words.length === 0) return false
  if (OPENING.test(question.trim())) return words.length <= 8
  const points = words.some((word) => POINTING.has(word))
  return points
    ? words.length <= 8
    : words.length < FEW_WORDS && /^(why|how|when|where|who|which|really|how (much|many|long))\b/i.test(question.trim())
}

/**
 * Returns the search text: the question, or for a follow-up the previous question and this one. The stored and
 * displayed question stays unchanged.
 */
export function searchText(question: string, turns: readonly PastTurn[]): string {
  const last = turns.at(-1)
  return last && isFollowUp(question) ? `${last.question} ${question}` : question
}
