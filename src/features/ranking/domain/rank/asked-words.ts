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

  /** @param grams how many different character grams the question has */
  constructor(grams: number) {
    this.#marks = new Uint32Array(grams)
  }

  get count(): number {
    return this.#words.length
  }

  add(word: AskedWord, language: string): void {
    const { token, terms, value } = word
    if (token.isPair || this.#numbers.has(token.term)) return
    const number = this.#words.length
    for (const term of terms) if (!this.#numbers.has(term)) this.#numbers.set(term, number)
    this.#words.push(word)
    this.#mass += value
    if (token.isStopWord) return
    for (const synonym of synonymsOf(token.term, language)) {
      this.#synonyms.set(synonym, [...(this.#synonyms.get(synonym) ?? []), number])
    }
  }

  /**
   * Pairs of: number of a word of the question, its similarity to the token in 0…1. `grams`: those of the token's
   * character grams that the question has, by their numbers.
   */
  similarTo(token: Token, grams: ArrayLike<number>): readonly number[] {
    if (token.isPair) return NO_SIMILAR_WORDS
    const equal = this.#numbers.get(token.term)
    if (equal !== undefined) return [equal, 1]
    const synonyms = this.#synonyms.get(token.term)
    const byLetters = grams.length >= MIN_SHARED_GRAMS
    if (token.isStopWord || (!synonyms && !byLetters)) return NO_SIMILAR_WORDS
    const out: number[] = []
    if (byLetters) this.#markAll(grams)
    for (let index = 0; index < this.#words.length; index++) {
      const own = this.#words[index]!
      if (own.token.isStopWord) continue
      const letters = byLetters ? this.#dice(own, token) : 0
      const similarity = Math.max(
        letters >= MIN_LETTER_SIMILARITY ? letters * LETTER_SIMILARITY_WEIGHT : 0,
        synonyms?.includes(index) ? SYNONYM_SIMILARITY : 0,
      )
      if (similarity) out.push(index, similarity)
    }
    return out.length ? out : NO_SIMILAR_WORDS
  }

  /** Share of the question that was found, by the weights of its words; `found` in 0…1 for each. */
  shareOf(found: Float64Array): number {
    let sum = 0
    for (let index = 0; index < found.length; index++) sum += found[index]! * this.#words[index]!.value
    return this.#mass ? sum / this.#mass : 0
  }

  #markAll(grams: ArrayLike<number>): void {
    this.#mark++
    for (let index = 0; index < grams.length; index++) this.#marks[grams[index]!] = this.#mark
  }

  /** The share of character grams that a word of the question has in common with the marked one (Dice 1945). */
  #dice({ token, grams }: AskedWord, marked: Token): number {
    let shared = 0
    for (let index = 0; index < grams.length; index++) if (this.#marks[grams[index]!] === this.#mark) shared++
    return (2 * shared) / (token.grams.length + marked.grams.length || 1)
  }
}
