/**
 * Difference between two texts that say nearly the same: words that only one of them has. '' when only the other has
 * such a word.
 */
export interface TextDifference {
  left: string
  right: string
}

const WORD_PATTERN = /[$€£¥₹]?[\p{L}\p{M}\p{N}]+(?:[.,:/-]\p{N}+)*[%€£¥₹]?/gu
const HAS_DIGIT = /\p{N}/u
const STARTS_UPPERCASE = /^\p{Lu}/u
const MAX_LABEL_LENGTH = 40

/** Returns the words that a text has more often than the other. */
function wordsOnlyIn(ownWords: readonly string[], otherWords: readonly string[]): string[] {
  const remainingCounts = new Map<string, number>()
  for (const word of otherWords) remainingCounts.set(word, (remainingCounts.get(word) ?? 0) + 1)
  return ownWords.filter((word) => {
    const remainingCount = remainingCounts.get(word) ?? 0
    remainingCounts.set(word, remainingCount - 1)
    return remainingCount <= 0
  })
}

const isSameSequence = (leftWords: readonly string[], rightWords: readonly string[]): boolean =>
  leftWords.length === rightWords.length && leftWords.every((word, wordIndex) => word === rightWords[wordIndex])

/**
 * Returns the difference between two texts when it is a number, price, date or name, so that both texts are needed; null
 * when they differ in other words alone. A name must have a counterpart: an added heading is no difference.
 */
export function findDifference(leftText: string, rightText: string): TextDifference | null {
  const [leftWords, rightWords] = [leftText.match(WORD_PATTERN) ?? [], rightText.match(WORD_PATTERN) ?? []]
  const [leftNumbers, rightNumbers] = [leftWords, rightWords].map((words) =>
    words.filter((word) => HAS_DIGIT.test(word)),
  )
  const [onlyLeft, onlyRight] = [wordsOnlyIn(leftWords, rightWords), wordsOnlyIn(rightWords, leftWords)]
  const differingNumbers = [onlyLeft, onlyRight].map((words) => words.filter((word) => HAS_DIGIT.test(word)))
  if (differingNumbers.some((words) => words.length > 0)) return labelDifference(differingNumbers)
  // The same numbers in another order: "5 days, 10 hours" is not "10 days, 5 hours".
  if (leftNumbers && rightNumbers && !isSameSequence(leftNumbers, rightNumbers))
    return labelDifference([leftNumbers, rightNumbers])
  const differingNames = [onlyLeft, onlyRight].map((words) => words.filter((word) => STARTS_UPPERCASE.test(word)))
  return differingNames.every((words) => words.length > 0) ? labelDifference(differingNames) : null
}

function labelDifference([left = [], right = []]: string[][]): TextDifference {
  const joinWords = (words: string[]) => words.slice(0, 3).join(', ').slice(0, MAX_LABEL_LENGTH)
  return { left: joinWords(left), right: joinWords(right) }
}
