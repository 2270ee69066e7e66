import { byLanguage } from '../text/by-language.ts'
import { editDistance } from '../text/edit-distance.ts'
import { normalize } from '../text/normalize.ts'
import { interrogativeList, stopwordList } from '../text/stopwords.ts'
import { synonymWords } from '../text/synonyms.ts'

/** Minimum length of a misspelled function word; shorter ones are similar to too many words. */
const MIN_LENGTH = 4

const grammarWords = byLanguage((language): string[] => {
  const words = [...interrogativeList(language), ...stopwordList(language)].map((word) => normalize(word, language))
  return [...new Set(words)].filter((word) => word.length >= MIN_LENGTH)
})

const sorted = (word: string): string => Array.from(word).sort().join('')
const withoutDoubleLetters = (word: string): string => word.replace(/(\p{L})\1/gu, '$1')

/** One letter inside was left out. */
const isShortened = (word: string, whole: string): boolean =>
  whole.length === word.length + 1 && whole[0] === word[0] && whole.at(-1) === word.at(-1) && !whole.endsWith('nt')

/**
 * The stopword or question word of which all letters are there, changed round or doubled, or all but one inside; null when
 * there is none. The vocabulary of a workspace does not have them all, and would name a word of content in their place.
 */
export function misspeltGrammar(word: string, language: string): string | null {
  if (word.length < MIN_LENGTH - 1) return null
  const isMeant = (other: string) =>
    editDistance(word, other, 1) === 1 &&
    (sorted(other) === sorted(word) ||
      withoutDoubleLetters(other) === withoutDoubleLetters(word) ||
      isShortened(word, other))
  return grammarWords(language).find(isMeant) ?? null
}

/** Minimum length; shorter words are similar to too many others. */
const MIN_LISTED_LENGTH = 5

/** The word of the bundled synonyms with one letter left out, added, changed or swapped, when only one comes so near. */
export function misspeltListed(word: string, language: string): string | null {
  if (word.length < MIN_LISTED_LENGTH) return null
  const known = synonymWords(language)
  if (known.has(word)) return null
  const near = [...known].filter((other) => other[0] === word[0] && editDistance(word, other, 1) === 1)
  return near.length === 1 ? near[0]! : null
}
