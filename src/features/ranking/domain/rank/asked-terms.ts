import type { AskedTerm } from './question.ts'
import type { Rarity } from './rarity.ts'

/** The terms of a question, numbered, each with its weight. */
export class AskedTerms {
  readonly count: number
  readonly weight: Float64Array
  readonly idf: Float64Array
  /** weight × idf. */
  readonly value: Float64Array
  /** Ascending numbers of the words that the terms are readings of. */
  readonly group: Int32Array
  readonly #numbers: Map<string, number>

  constructor(terms: AskedTerm[], rarity: Rarity) {
    this.count = terms.length
    this.weight = Float64Array.from(terms, (term) => term.weight)
    this.idf = Float64Array.from(terms, (term) => rarity.of(term.term))
    this.value = this.weight.map((weight, index) => weight * this.idf[index]!)
    this.group = Int32Array.from(terms, (term) => term.group)
    this.#numbers = new Map(terms.map((term, index) => [term.term, index]))
  }

  /** The number of a term; −1 when the question does not ask for it. */
  of(term: string): number {
    return this.#numbers.get(term) ?? -1
  }

  /** True for a word that carries meaning, as written or nearly so. */
  isContent(term: number): boolean {
    return this.weight[term]! > 0.5
  }

  /** Sums the best value of each group: a word counts once, whichever of its readings was found. */
  bestOfGroups(values: ArrayLike<number>): number {
    let sum = 0
    for (let index = 0; index < this.count; ) {
      const group = this.group[index]
      let best = 0
      for (; index < this.count && this.group[index] === group; index++)
        if (values[index]! > best) best = values[index]!
      sum += best
    }
    return sum
  }
}
