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
 * Whether a question cannot stand alone: it opens like the rest of one, points back, or is very short.
 * English only: in other languages a question is taken as it is, which at worst finds less.
 */
export function leansOnTheLast(question: string): boolean {
  const words = question.toLowerCase().match(WORDS) ?? []
  if (words.length === 0) return false
  if (OPENING.test(question.trim())) return words.length <= 8
  const points = words.some((word) => POINTING.has(word))
  return points
    ? words.length <= 8
    : words.length < FEW_WORDS && /^(why|how|when|where|who|which|really|how (much|many|long))\b/i.test(question.trim())
}

/**
 * What is searched for: the question itself, or, when it leans on the last one, both together. The stored and shown
 * question stays the visitor's own.
 */
export function searchText(question: string, turns: readonly PastTurn[]): string {
  const last = turns.at(-1)
  return last && leansOnTheLast(question) ? `${last.question} ${question}` : question
}
