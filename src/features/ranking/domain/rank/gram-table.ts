import type { Token } from '../text/tokens.ts'

/** Places per gram: most grams of other words then meet a free place at once. */
const SPARSENESS = 8
const FREE = -1

/** The character grams of a question, numbered in a hash table of numbers with linear probing. */
export class GramTable {
  /** Frequency of each gram in the question. */
  readonly counts: Float64Array
  readonly #keys: Int32Array
  readonly #numbers: Int32Array
  readonly #mask: number

  constructor(tokens: readonly Token[]) {
    const counted = tokens.filter((token) => !token.isStopWord && !token.isPair)
    const most = counted.reduce((sum, { grams }) => sum + grams.length, 1)
    this.#mask = 2 ** Math.ceil(Math.log2(SPARSENESS * most)) - 1
    this.#keys = new Int32Array(this.#mask + 1).fill(FREE)
    this.#numbers = new Int32Array(this.#mask + 1)
    const counts: number[] = []
    for (const { grams } of counted) {
      for (const gram of grams) {
        const place = this.#placeOf(gram)
        if (this.#keys[place] === FREE) {
          this.#keys[place] = gram
          this.#numbers[place] = counts.length
          counts.push(0)
        }
        counts[this.#numbers[place]!]!++
      }
    }
    this.counts = Float64Array.from(counts)
  }

  /** Number of a gram, or −1 when the question lacks it. */
  of(gram: number): number {
    const place = this.#placeOf(gram)
    return this.#keys[place] === gram ? this.#numbers[place]! : -1
  }

  #placeOf(gram: number): number {
    let place = gram & this.#mask
    while (this.#keys[place] !== gram && this.#keys[place] !== FREE) place = (place + 1) & this.#mask
    return place
  }
}
