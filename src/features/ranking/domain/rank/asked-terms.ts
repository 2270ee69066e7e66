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

  constructor(askedTerms: AskedTerm[], termRarity: Rarity) {
    this.count = askedTerms.length
    this.weight = Float64Array.from(askedTerms, (askedTerm) => askedTerm.weight)
    this.idf = Float64Array.from(askedTerms, (askedTerm) => termRarity.of(askedTerm.term))
    this.value = this.weight.map((termWeight, termIndex) => termWeight * this.idf[termIndex]!)
    this.group = Int32Array.from(askedTerms, (askedTerm) => askedTerm.group)
    this.#numbers = new Map(askedTerms.map((askedTerm, termIndex) => [askedTerm.term, termIndex]))
  }

  /** The number of a term; −1 when the question does not ask for it. */
  of(term: string): number {
    return this.#numbers.get(term) ?? -1
  }

  /** True for a word that carries meaning, as written or nearly so. */
  isContent(termNumber: number): boolean {
    return this.weight[termNumber]! > 0.5
  }

  /** Sums the best value of each group: a word counts once, whichever of its readings was found. */
  bestOfGroups(termValues: ArrayLike<number>): number {
    let groupSum = 0
    for (let termIndex = 0; termIndex < this.count; ) {
      const groupNumber = this.group[termIndex]
      let bestValue = 0
      for (; termIndex < this.count && this.group[termIndex] === groupNumber; termIndex++)
        if (termValues[termIndex]! > bestValue) bestValue = termValues[termIndex]!
      groupSum += bestValue
    }
    return groupSum
  }
}
