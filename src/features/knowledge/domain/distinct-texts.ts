/**
 * Difference between two texts that say nearly the same: words that only one of them has. '' when only the other has
 * such a word.
 */
export interface TextDifference {
  left: string
  right: string
}

const WORD = /[$€£¥₹]?[\p{L}\p{M}\p{N}]+(?:[.,:/-]\p{N}+)*[%€£¥₹]?/gu
const NUMBER = /\p{N}/u
const NAME = /^\p{Lu}/u
const DIFFERENCE_MAX = 40

/** Returns the words that a text has more often than the other. */
function wordsOnlyIn(text: readonly string[], other: readonly string[]): string[] {
  const left = new Map<string, number>()
  for (const word of other) left.set(word, (left.get(word) ?? 0) + 1)
  return text.filter((word) => {
    const count = left.get(word) ?? 0
    left.set(word, count - 1)
    return count <= 0
  })
}

const isSameSequence = (left: readonly string[], right: readonly string[]): boolean =>
  left.length === right.length && left.every((word, index) => word === right[index])

/**
 * Returns the difference between two texts when it is a number, price, date or name, so that both texts are needed; null
 * when they differ in other words alone. A name must have a counterpart: an added heading is no difference.
 */
export function differenceOf(left: string, right: string): TextDifference | null {
  const [leftWords, rightWords] = [left.match(WORD) ?? [], right.match(WORD) ?? []]
  const [leftNumbers, rightNumbers] = [leftWords, rightWords].map((words) => words.filter((word) => NUMBER.test(word)))
  const [onlyLeft, onlyRight] = [wordsOnlyIn(leftWords, rightWords), wordsOnlyIn(rightWords, leftWords)]
  const numbers = [onlyLeft, onlyRight].map((words) => words.filter((word) => NUMBER.test(word)))
  if (numbers.some((words) => words.length > 0)) return labelled(numbers)
  // The same numbers in another order: "5 days, 10 hours" is not "10 days, 5 hours".
  if (leftNumbers && rightNumbers && !isSameSequence(leftNumbers, rightNumbers))
    return labelled([leftNumbers, rightNumbers])
  const names = [onlyLeft, onlyRight].map((words) => words.filter((word) => NAME.test(word)))
  return names.every((words) => words.length > 0) ? labelled(names) : null
}

function labelled([left = [], right = []]: string[][]): TextDifference {
  const label = (words: string[]) => words.slice(0, 3).join(', ').slice(0, DIFFERENCE_MAX)
  return { left: label(left), right: label(right) }
}
