import type { AskedTerm } from './question.ts'
import type { Rarity } from './rarity.ts'

/** The terms of a question as numbered slots, each with what it is worth. */
export class Slots {
  readonly count: number
  readonly weight: Float64Array
  readonly idf: Float64Array
  /** weight × idf. */
  readonly value: Float64Array
  readonly #group: Int32Array
  readonly #numbers: Map<string, number>

  constructor(terms: AskedTerm[], rarity: Rarity) {
    this.count = terms.length
    this.weight = Float64Array.from(terms, (t) => t.weight)
    this.idf = Float64Array.from(terms, (t) => rarity.of(t.term))
    this.value = this.weight.map((weight, i) => weight * this.idf[i]!)
    this.#group = Int32Array.from(terms, (t) => t.group)
    this.#numbers = new Map(terms.map((t, i) => [t.term, i]))
  }

  /** −1 for a term that is not asked for. */
  of(term: string): number {
    return this.#numbers.get(term) ?? -1
  }

  /** Is it a word that matters, as written or nearly so? */
  isContent(slot: number): boolean {
    return this.weight[slot]! > 0.5
  }

  /** Sums the best value of each group: a word counts once, whichever of its readings was found. */
  bestOfGroups(values: ArrayLike<number>): number {
    let sum = 0
    for (let i = 0; i < this.count; ) {
      const group = this.#group[i]
      let best = 0
      for (; i < this.count && this.#group[i] === group; i++) if (values[i]! > best) best = values[i]!
      sum += best
    }
    return sum
  }
}
