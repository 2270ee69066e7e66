import { editDistance } from '../text/edit-distance.ts'
import { characterGrams } from '../text/grams.ts'

/** A word of the vocabulary that an unknown word may be a misspelling of, with its weight. */
export interface Spelling {
  word: string
  term: string
  weight: number
}

const MAX_SPELLINGS = 3
const ONE_EDIT_WEIGHT = 0.9
const TWO_EDITS_WEIGHT = 0.75
const MIN_LENGTH = 3
/** Shorter words of the vocabulary are no corrections: they are similar to too many words. */
const MIN_CORRECTED_LENGTH = 4
const MIN_SHARE = 0.35
/** People seldom mistype the first letter. */
const OTHER_FIRST_LETTER_WEIGHT = 0.7
/** Short words are as likely unknown names or abbreviations. */
const SHORT_WORD_WEIGHT = 0.7

/**
 * Returns the maximum edit distance for a word's length; short words are similar to too many others. For three letters
 * only an omitted letter, not the first one, is corrected.
 */
export const editsAllowed = (word: string): number => (word.length < MIN_LENGTH ? 0 : word.length <= 7 ? 1 : 2)

const isTooShort = (word: string): boolean => word.length < MIN_CORRECTED_LENGTH

/** The part of a word that must be intact at its beginning or at its end if it has at most the edits allowed. */
export function intactParts(word: string): { head: string; tail: string } {
  const intactLength = editsAllowed(word) === 1 ? Math.floor((word.length - 1) / 2) : Math.floor(word.length / 3)
  return { head: word.slice(0, intactLength), tail: word.slice(word.length - intactLength) }
}

const LETTER_BITS = 31
/** Letters by which two words may differ at most for each edit between them. */
export const LETTERS_AN_EDIT = 2

/** Which letters a word has, as bits of a 32-bit integer; letters share a bit where 32 are too few. */
export function lettersOf(word: string): number {
  let letterBits = 0
  for (const letter of word) letterBits |= 1 << (letter.codePointAt(0)! & LETTER_BITS)
  return letterBits
}

/** The closest words of the vocabulary, at most three, the likeliest first; several share their weight. */
export function chooseSpellings(word: string, nearbyWords: { word: string; term: string }[]): Spelling[] {
  const maxEdits = editsAllowed(word)
  const reachableWords = nearbyWords
    .map((candidate) => ({ ...candidate, distance: editDistance(word, candidate.word, maxEdits) }))
    .filter(
      ({ distance, word: other }) =>
        other.length >= MIN_CORRECTED_LENGTH &&
        distance <= (other[0] === word[0] ? maxEdits : isTooShort(word) ? 0 : Math.min(1, maxEdits)),
    )
  if (!reachableWords.length) return []
  const smallest = Math.min(...reachableWords.map((candidate) => candidate.distance))
  const ownGrams = new Set(characterGrams(word, 2, 3))
  return reachableWords
    .filter((candidate) => candidate.distance === smallest)
    .map((candidate) => ({ ...candidate, similarity: similarity(ownGrams, candidate.word) }))
    .sort(
      (leftSpelling, rightSpelling) =>
        rightSpelling.similarity - leftSpelling.similarity || (leftSpelling.word < rightSpelling.word ? -1 : 1),
    )
    .slice(0, MAX_SPELLINGS)
    .map(({ word: spelling, term, distance }, _, chosenSpellings) => ({
      word: spelling,
      term,
      weight:
        (chosenSpellings.length > 1 ? likelihood(word, spelling, distance) : isTooShort(word) ? SHORT_WORD_WEIGHT : 1) *
        Math.max(MIN_SHARE, 1 / Math.sqrt(chosenSpellings.length)),
    }))
}

/** Returns the probability of a correction among several; a single candidate is almost certain. */
const likelihood = (word: string, spelling: string, distance: number): number =>
  (distance === 1 ? ONE_EDIT_WEIGHT : TWO_EDITS_WEIGHT) * (spelling[0] === word[0] ? 1 : OTHER_FIRST_LETTER_WEIGHT)

const similarity = (ownGrams: Set<number>, word: string): number =>
  characterGrams(word, 2, 3).reduce((sharedCount, gram) => sharedCount + (ownGrams.has(gram) ? 1 : 0), 0)

const MIN_PART = 3

/** The ways to cut a word in two, for compounds that the vocabulary writes apart. */
export function wordSplits(word: string): [string, string][] {
  const possibleSplits: [string, string][] = []
  for (let position = MIN_PART; position <= word.length - MIN_PART; position++)
    possibleSplits.push([word.slice(0, position), word.slice(position)])
  return possibleSplits
}
