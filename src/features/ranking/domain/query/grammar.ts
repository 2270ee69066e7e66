import { editDistance } from '../text/edit-distance.ts'
import { normalize } from '../text/normalize.ts'
import { askingWordList, stopwordList } from '../text/stopwords.ts'
import { synonymWords } from '../text/synonyms.ts'

/** Minimum length of a misspelled function word; shorter ones are similar to too many words. */
const SHORTEST = 4

const lists = new Map<string, string[]>()

function grammarWords(language: string): string[] {
  const known = lists.get(language)
  if (known) return known
  const words = [...askingWordList(language), ...stopwordList(language)].map((word) => normalize(word, language))
  const list = [...new Set(words)].filter((word) => word.length >= SHORTEST)
  lists.set(language, list)
  return list
}

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
  if (word.length < SHORTEST - 1) return null
  const isMeant = (other: string) =>
    editDistance(word, other, 1) === 1 &&
    (sorted(other) === sorted(word) ||
      withoutDoubleLetters(other) === withoutDoubleLetters(word) ||
      isShortened(word, other))
  return grammarWords(language).find(isMeant) ?? null
}

/** Minimum length; shorter words are similar to too many others. */
const MIN_LISTED = 5

/** The word of the bundled synonyms with one letter left out, added, changed or swapped, when only one comes so near. */
export function misspeltListed(word: string, language: string): string | null {
  if (word.length < MIN_LISTED) return null
  const known = synonymWords(language)
  if (known.has(word)) return null
  const near = [...known].filter((other) => other[0] === word[0] && editDistance(word, other, 1) === 1)
  return near.length === 1 ? near[0]! : null
}
