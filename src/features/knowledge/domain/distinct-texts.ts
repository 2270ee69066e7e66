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

/** Words with their number of occurrences. A number counts with the word before it: "5 days, 10 hours" is no "10 days, 5 hours". */
function countWords(text: string): Map<string, { word: string; count: number }> {
  const counts = new Map<string, { word: string; count: number }>()
  let before = ''
  for (const word of text.match(WORD) ?? []) {
    const key = NUMBER.test(word) ? `${before} ${word}` : word
    const known = counts.get(key)
    if (known) known.count++
    else counts.set(key, { word, count: 1 })
    before = word
  }
  return counts
}

function wordsOnlyIn(text: ReturnType<typeof countWords>, other: ReturnType<typeof countWords>): string[] {
  return [...text].flatMap(([key, { word, count }]) => (count > (other.get(key)?.count ?? 0) ? [word] : []))
}

/**
 * Returns the difference between two texts when it is a number, price, date or name, so that both texts are needed; null
 * when they differ in other words alone. A name must have a counterpart: an added heading is no difference.
 */
export function differenceOf(left: string, right: string): TextDifference | null {
  const [leftCounts, rightCounts] = [countWords(left), countWords(right)]
  const [onlyLeft, onlyRight] = [wordsOnlyIn(leftCounts, rightCounts), wordsOnlyIn(rightCounts, leftCounts)]
  const numbers = [onlyLeft, onlyRight].map((words) => words.filter((word) => NUMBER.test(word)))
  if (numbers.some((words) => words.length > 0)) return labelled(numbers)
  const names = [onlyLeft, onlyRight].map((words) => words.filter((word) => NAME.test(word)))
  return names.every((words) => words.length > 0) ? labelled(names) : null
}

function labelled([left = [], right = []]: string[][]): TextDifference {
  const label = (words: string[]) => words.slice(0, 3).join(', ').slice(0, DIFFERENCE_MAX)
  return { left: label(left), right: label(right) }
}
