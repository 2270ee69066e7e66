import { byLanguage } from '../text/by-language.ts'
import { editDistance } from '../text/edit-distance.ts'
import { normalize } from '../text/normalize.ts'
import { interrogativeList, stopwordList } from '../text/stopwords.ts'
import { synonymWords } from '../text/synonyms.ts'

/** Minimum length of a misspelled function word; shorter ones are similar to too many words. */
const MIN_LENGTH = 4

const grammarWords = byLanguage((language): string[] => {
  const grammarWords = [...interrogativeList(language), ...stopwordList(language)].map((word) =>
    normalize(word, language),
  )
  return [...new Set(grammarWords)].filter((word) => word.length >= MIN_LENGTH)
})

const sortedLetters = (word: string): string => Array.from(word).sort().join('')
const withoutDoubleLetters = (word: string): string => word.replace(/(\p{L})\1/gu, '$1')

/** One letter inside was left out. */
const isShortened = (word: string, wholeWord: string): boolean =>
  wholeWord.length === word.length + 1 &&
  wholeWord[0] === word[0] &&
  wholeWord.at(-1) === word.at(-1) &&
  !wholeWord.endsWith('nt')

/**
 * The stopword or question word of which all letters are there, changed round or doubled, or all but one inside; null when
 * there is none. The vocabulary of a workspace does not have them all, and would name a word of content in their place.
 */
export function misspeltGrammar(word: string, language: string): string | null {
  if (word.length < MIN_LENGTH - 1) return null
  const isMeantWord = (otherWord: string) =>
    editDistance(word, otherWord, 1) === 1 &&
    (sortedLetters(otherWord) === sortedLetters(word) ||
      withoutDoubleLetters(otherWord) === withoutDoubleLetters(word) ||
      isShortened(word, otherWord))
  return grammarWords(language).find(isMeantWord) ?? null
}

/** Minimum length; shorter words are similar to too many others. */
const MIN_LISTED_LENGTH = 5

/** The word of the bundled synonyms with one letter left out, added, changed or swapped, when only one comes so near. */
export function misspeltListed(word: string, language: string): string | null {
  if (word.length < MIN_LISTED_LENGTH) return null
  const knownWords = synonymWords(language)
  if (knownWords.has(word)) return null
  const nearbyWords = [...knownWords].filter(
    (otherWord) => otherWord[0] === word[0] && editDistance(word, otherWord, 1) === 1,
  )
  return nearbyWords.length === 1 ? nearbyWords[0]! : null
}
