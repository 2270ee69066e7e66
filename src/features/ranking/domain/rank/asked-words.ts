import { synonymsOf } from '../text/synonyms.ts'
import type { Token } from '../text/tokens.ts'

const SYNONYM_SIMILARITY = 0.7
const LETTER_SIMILARITY_WEIGHT = 0.9
/** Words with a smaller share of common letters are unrelated. */
const MIN_LETTER_SIMILARITY = 0.4
const MIN_SHARED_GRAMS = 3
export const NO_SIMILAR_WORDS: readonly number[] = []

export interface AskedWord {
  token: Token
  /** Its own and those of its other spellings. */
  terms: string[]
  /** Weight of the word. */
  value: number
  /** Its character grams, by their numbers in the question. */
  grams: ArrayLike<number>
}

/** The different words of a question, numbered, with the similarity of other words to them. */
export class AskedWords {
  readonly #words: AskedWord[] = []
  readonly #numbers = new Map<string, number>()
  /** synonym → the words it may stand for */
  readonly #synonyms = new Map<string, number[]>()
  /** Marks the question's grams that the word compared last has, too. */
  readonly #marks: Uint32Array
  #mark = 0
  #mass = 0

  /** @param gramCount how many different character grams the question has */
  constructor(gramCount: number) {
    this.#marks = new Uint32Array(gramCount)
  }

  get count(): number {
    return this.#words.length
  }

  add(askedWord: AskedWord, language: string): void {
    const { token, terms, value } = askedWord
    if (token.isPair || this.#numbers.has(token.term)) return
    const wordNumber = this.#words.length
    for (const term of terms) if (!this.#numbers.has(term)) this.#numbers.set(term, wordNumber)
    this.#words.push(askedWord)
    this.#mass += value
    if (token.isStopWord) return
    for (const synonym of synonymsOf(token.term, language)) {
      this.#synonyms.set(synonym, [...(this.#synonyms.get(synonym) ?? []), wordNumber])
    }
  }

  /**
   * Pairs of: number of a word of the question, its similarity to the token in 0…1. `grams`: those of the token's
   * character grams that the question has, by their numbers.
   */
  similarTo(token: Token, tokenGrams: ArrayLike<number>): readonly number[] {
    if (token.isPair) return NO_SIMILAR_WORDS
    const equalWord = this.#numbers.get(token.term)
    if (equalWord !== undefined) return [equalWord, 1]
    const synonyms = this.#synonyms.get(token.term)
    const byLetters = tokenGrams.length >= MIN_SHARED_GRAMS
    if (token.isStopWord || (!synonyms && !byLetters)) return NO_SIMILAR_WORDS
    const similarWords: number[] = []
    if (byLetters) this.#markAll(tokenGrams)
    for (let wordIndex = 0; wordIndex < this.#words.length; wordIndex++) {
      const ownWord = this.#words[wordIndex]!
      if (ownWord.token.isStopWord) continue
      const letterSimilarity = byLetters ? this.#dice(ownWord, token) : 0
      const similarity = Math.max(
        letterSimilarity >= MIN_LETTER_SIMILARITY ? letterSimilarity * LETTER_SIMILARITY_WEIGHT : 0,
        synonyms?.includes(wordIndex) ? SYNONYM_SIMILARITY : 0,
      )
      if (similarity) similarWords.push(wordIndex, similarity)
    }
    return similarWords.length ? similarWords : NO_SIMILAR_WORDS
  }

  /** Share of the question that was found, by the weights of its words; `found` in 0…1 for each. */
  shareOf(foundShares: Float64Array): number {
    let shareSum = 0
    for (let wordIndex = 0; wordIndex < foundShares.length; wordIndex++)
      shareSum += foundShares[wordIndex]! * this.#words[wordIndex]!.value
    return this.#mass ? shareSum / this.#mass : 0
  }

  #markAll(tokenGrams: ArrayLike<number>): void {
    this.#mark++
    for (let gramIndex = 0; gramIndex < tokenGrams.length; gramIndex++) this.#marks[tokenGrams[gramIndex]!] = this.#mark
  }

  /** The share of character grams that a word of the question has in common with the marked one (Dice 1945). */
  #dice({ token, grams }: AskedWord, markedToken: Token): number {
    let sharedGrams = 0
    for (let gramIndex = 0; gramIndex < grams.length; gramIndex++)
      if (this.#marks[grams[gramIndex]!] === this.#mark) sharedGrams++
    return (2 * sharedGrams) / (token.grams.length + markedToken.grams.length || 1)
  }
}
