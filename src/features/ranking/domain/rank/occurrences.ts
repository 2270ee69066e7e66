import { withRoomFor } from '../memory-index/blocks.ts'
import type { PackedEntry } from '../memory-index/packed-entry.ts'
import type { QuestionModel } from './question-model.ts'

/** Assumed distance between two fields or phrasings: no pair of words is close across them. */
const FIELD_GAP = 50
const MAX_POSITIONS = 60

/** Positions and frequencies of a question's terms in one entry. One object is used for entry after entry. */
export class Occurrences {
  /** Frequency of each term of the question in the entry's question. */
  readonly question: Float64Array
  /** Number of sentences with each term. */
  readonly holding: Float64Array
  /** Ascending positions of each term that is a content word. */
  readonly positions: number[][]
  /** Numbers of the terms that occur, ascending: the columns of `frequencies`, which has a row for each sentence. */
  readonly terms: number[] = []
  frequencies = new Float64Array(256)
  /** Number of different terms in each sentence. */
  filled = new Uint8Array(64)
  readonly #model: QuestionModel

  constructor(model: QuestionModel) {
    const { count } = model.terms
    this.#model = model
    this.question = new Float64Array(count)
    this.holding = new Float64Array(count)
    this.positions = Array.from({ length: count }, () => [])
  }

  /** @param words those of the entry's words that are terms of the question */
  read(packed: PackedEntry, words: Int32Array): void {
    const { roles, terms } = this.#model
    this.question.fill(0)
    this.holding.fill(0)
    for (const positions of this.positions) positions.length = 0
    const termOf = (word: number) => roles.term[roles.of(packed.token(word))]!
    this.terms.length = 0
    for (let index = 0; index < words.length; index++) {
      const term = termOf(words[index]!)
      if (!this.terms.includes(term)) this.terms.push(term)
    }
    this.terms.sort((left, right) => left - right)
    const size = packed.sentences * this.terms.length
    this.frequencies = withRoomFor(this.frequencies, size)
    this.frequencies.fill(0, 0, size)
    this.filled = withRoomFor(this.filled, packed.sentences)
    this.filled.fill(0, 0, packed.sentences)
    for (let index = 0; index < words.length; index++) {
      const column = this.terms.indexOf(termOf(words[index]!))
      this.#readWord(packed, words[index]!, column)
    }
    for (const term of this.terms) {
      const positions = this.positions[term]!
      if (!terms.isContent(term)) positions.length = 0
      if (words.length > this.terms.length) positions.sort((left, right) => left - right)
      if (positions.length > MAX_POSITIONS) positions.length = MAX_POSITIONS
    }
  }

  #readWord(packed: PackedEntry, word: number, column: number): void {
    const term = this.terms[column]!
    const positions = this.positions[term]!
    const firstSentence = 1 + packed.alternatives
    const last = packed.placesTo(word)
    let phrase = 0
    for (let place = packed.placesFrom(word); place < last; place++) {
      const position = packed.position(place)
      while (packed.start(phrase + 1) <= position) phrase++
      // Packed positions leave one free behind each phrase.
      positions.push(position - phrase + FIELD_GAP * Math.min(phrase, firstSentence))
      if (phrase === 0) this.question[term]!++
      const sentence = phrase - firstSentence
      if (sentence < 0) continue
      const cell = sentence * this.terms.length + column
      if (this.frequencies[cell] === 0) {
        this.holding[term]!++
        this.filled[sentence]!++
      }
      this.frequencies[cell]!++
    }
  }
}
