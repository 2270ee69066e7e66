import type { Token } from '../text/tokens.ts'

/** The character grams of a question, numbered. */
export class GramTable {
  /** Frequency of each gram in the question. */
  readonly counts: Float64Array
  readonly #numbers = new Map<number, number>()

  constructor(questionTokens: readonly Token[]) {
    const gramCounts: number[] = []
    for (const { grams, isStopWord, isPair } of questionTokens) {
      if (isStopWord || isPair) continue
      for (const gram of grams) {
        const gramNumber = this.#numbers.get(gram) ?? gramCounts.push(0) - 1
        this.#numbers.set(gram, gramNumber)
        gramCounts[gramNumber]!++
      }
    }
    this.counts = Float64Array.from(gramCounts)
  }

  /** The grams in the order of their numbers. */
  get grams(): Iterable<number> {
    return this.#numbers.keys()
  }

  /** Number of a gram of the question. */
  of(gram: number): number {
    return this.#numbers.get(gram)!
  }
}
