import { synonymsOf } from '../synonyms.ts'
import type { Token } from '../tokens.ts'

const SYNONYM_LIKENESS = 0.7
const LETTER_LIKENESS = 0.9
/** Words with a smaller share of common letters are strangers. */
const LEAST_LETTERS = 0.4
const LEAST_SHARED_GRAMS = 3
const NOTHING_NEAR = new Float64Array(0)

/** The different words of a question, numbered, and how alike other words are to them. */
export class AskedWords {
  readonly #words: { token: Token; value: number }[] = []
  readonly #numbers = new Map<string, number>()
  /** synonym → the words it may stand for */
  readonly #synonyms = new Map<string, number[]>()
  #mass = 0

  get count(): number {
    return this.#words.length
  }

  /** `terms`: the word's own and those of its other spellings; `value`: what it is worth. */
  add(token: Token, terms: string[], value: number, language: string): void {
    if (token.pair || this.#numbers.has(token.term)) return
    const number = this.#words.length
    for (const term of terms) if (!this.#numbers.has(term)) this.#numbers.set(term, number)
    this.#words.push({ token, value })
    this.#mass += value
    if (token.stop) return
    for (const synonym of synonymsOf(token.term, language)) {
      this.#synonyms.set(synonym, [...(this.#synonyms.get(synonym) ?? []), number])
    }
  }

  /**
   * Pairs of: number of a word of the question, how alike the token is to it in 0…1. `sharedGrams`: how many of the
   * token's character grams the question has.
   */
  near(token: Token, sharedGrams: number): Float64Array {
    if (token.pair) return NOTHING_NEAR
    const equal = this.#numbers.get(token.term)
    if (equal !== undefined) return Float64Array.of(equal, 1)
    const synonyms = this.#synonyms.get(token.term)
    const byLetters = sharedGrams >= LEAST_SHARED_GRAMS
    if (token.stop || (!synonyms && !byLetters)) return NOTHING_NEAR
    const out: number[] = []
    this.#words.forEach(({ token: own }, i) => {
      if (own.stop) return
      const letters = byLetters ? dice(own.grams, token.grams) : 0
      const likeness = Math.max(
        letters >= LEAST_LETTERS ? letters * LETTER_LIKENESS : 0,
        synonyms?.includes(i) ? SYNONYM_LIKENESS : 0,
      )
      if (likeness) out.push(i, likeness)
    })
    return out.length ? Float64Array.from(out) : NOTHING_NEAR
  }

  /** Which share of the question was found, by what its words are worth; `found` in 0…1 for each. */
  shareOf(found: Float64Array): number {
    let sum = 0
    for (let i = 0; i < found.length; i++) sum += found[i]! * this.#words[i]!.value
    return this.#mass ? sum / this.#mass : 0
  }
}

/** The share of character grams two words have in common (Dice 1945). */
function dice(a: Int32Array, b: Int32Array): number {
  let shared = 0
  for (const gram of a) if (b.includes(gram)) shared++
  return (2 * shared) / (a.length + b.length || 1)
}
