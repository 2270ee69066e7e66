import type { PreparedEntry, WordNumbers } from './prepared.ts'
import type { QuestionModel, TokenMatch } from './question-model.ts'

const FIELD_GAP = 50
const MAX_POSITIONS = 60
const NO_MATCHES: TokenMatch[] = []

/**
 * Matches of a question in one entry: all features are computed from a single pass over its words. One object is reused
 * for all entries of a search, because allocating one for each would cost more than the pass.
 */
export class EntryScan {
  /** Role of each of the entry's words in the question. */
  matches = NO_MATCHES
  /** Frequency of each slot's term in the entry's question. */
  readonly question: Float64Array
  /** Term frequencies per sentence; undefined where none occurs. */
  readonly sentences: (Float64Array | undefined)[] = []
  /** Number of sentences with each slot's term. */
  readonly holding: Float64Array
  /** Ascending positions of each slot's content word; fields and phrasings are far apart. */
  readonly positions: number[][]
  readonly #model: QuestionModel
  /** For sentences, used again for each entry. */
  readonly #frequencies: Float64Array[] = []

  constructor(model: QuestionModel) {
    this.#model = model
    this.question = new Float64Array(model.slots.count)
    this.holding = new Float64Array(model.slots.count)
    this.positions = Array.from({ length: model.slots.count }, () => [])
  }

  read(entry: PreparedEntry, matches: TokenMatch[]): this {
    this.matches = matches
    this.question.fill(0)
    this.holding.fill(0)
    this.sentences.length = 0
    for (const positions of this.positions) positions.length = 0
    let position = this.#count(entry.question, this.question, 0) + FIELD_GAP
    for (const phrasing of entry.alternatives) position = this.#count(phrasing, null, position) + FIELD_GAP
    let used = 0
    for (const sentence of entry.body) {
      const frequencies = this.#isRelevant(sentence) ? this.#blank(used++) : undefined
      this.sentences.push(frequencies)
      position = frequencies ? this.#count(sentence, frequencies, position) : position + sentence.length
    }
    for (let sentence = 0; sentence < used; sentence++) {
      const frequencies = this.#frequencies[sentence]!
      for (let index = 0; index < frequencies.length; index++) if (frequencies[index]) this.holding[index]!++
    }
    return this
  }

  #isRelevant(sentence: WordNumbers): boolean {
    for (let p = 0; p < sentence.length; p++) if (this.matches[sentence[p]!]!.slot >= 0) return true
    return false
  }

  #blank(number: number): Float64Array {
    this.#frequencies[number] ??= new Float64Array(this.#model.slots.count)
    return this.#frequencies[number].fill(0)
  }

  /** Counts one phrasing or sentence that starts at position `at`; returns the position after it. */
  #count(words: WordNumbers, frequencies: Float64Array | null, position: number): number {
    const { slots } = this.#model
    for (let p = 0; p < words.length; p++) {
      const { slot } = this.matches[words[p]!]!
      if (slot < 0) continue
      if (frequencies) frequencies[slot]!++
      if (!slots.isContent(slot)) continue
      const positions = this.positions[slot]!
      if (positions.length < MAX_POSITIONS) positions.push(position + p)
    }
    return position + words.length
  }
}
