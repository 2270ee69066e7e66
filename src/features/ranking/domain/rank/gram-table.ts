import type { Token } from '../text/tokens.ts'

/** Places per gram: most grams of other words then meet a free place at once. */
const SPARSENESS = 8
const FREE_PLACE = -1

/** The character grams of a question, numbered in a hash table of numbers with linear probing. */
export class GramTable {
  /** Frequency of each gram in the question. */
  readonly counts: Float64Array
  readonly #keys: Int32Array
  readonly #numbers: Int32Array
  readonly #mask: number

  constructor(questionTokens: readonly Token[]) {
    const countedTokens = questionTokens.filter((token) => !token.isStopWord && !token.isPair)
    const maxGrams = countedTokens.reduce((gramSum, { grams }) => gramSum + grams.length, 1)
    this.#mask = 2 ** Math.ceil(Math.log2(SPARSENESS * maxGrams)) - 1
    this.#keys = new Int32Array(this.#mask + 1).fill(FREE_PLACE)
    this.#numbers = new Int32Array(this.#mask + 1)
    const gramCounts: number[] = []
    for (const { grams } of countedTokens) {
      for (const gram of grams) {
        const tablePlace = this.#placeOf(gram)
        if (this.#keys[tablePlace] === FREE_PLACE) {
          this.#keys[tablePlace] = gram
          this.#numbers[tablePlace] = gramCounts.length
          gramCounts.push(0)
        }
        gramCounts[this.#numbers[tablePlace]!]!++
      }
    }
    this.counts = Float64Array.from(gramCounts)
  }

  /** Number of a gram, or −1 when the question lacks it. */
  of(gram: number): number {
    const tablePlace = this.#placeOf(gram)
    return this.#keys[tablePlace] === gram ? this.#numbers[tablePlace]! : -1
  }

  #placeOf(gram: number): number {
    let tablePlace = gram & this.#mask
    while (this.#keys[tablePlace] !== gram && this.#keys[tablePlace] !== FREE_PLACE)
      tablePlace = (tablePlace + 1) & this.#mask
    return tablePlace
  }
}
