import { withPlace } from '../memory-index/blocks.ts'
import type { PackedEntry } from '../memory-index/packed-entry.ts'
import type { QuestionModel } from './question-model.ts'

/** Assumed distance between two fields or phrasings: no pair of words is close across them. */
const FIELD_GAP = 50
const MAX_POSITIONS = 60

/** Positions and frequencies of a question's terms in one entry. One object is used for entry after entry. */
export class Occurrences {
  /** Frequency of each slot's term in the entry's question. */
  readonly question: Float64Array
  /** Number of sentences with each slot's term. */
  readonly holding: Float64Array
  /** Ascending positions of each slot's content word. */
  readonly positions: number[][]
  /** The slots that occur, ascending: the columns of `frequencies`, which has a row for each sentence. */
  readonly slots: number[] = []
  frequencies = new Float64Array(256)
  /** Number of different slots in each sentence. */
  filled = new Uint8Array(64)
  readonly #model: QuestionModel

  constructor(model: QuestionModel) {
    const { count } = model.slots
    this.#model = model
    this.question = new Float64Array(count)
    this.holding = new Float64Array(count)
    this.positions = Array.from({ length: count }, () => [])
  }

  /** @param words those of the entry's words that are terms of the question */
  read(packed: PackedEntry, words: Int32Array): void {
    const { roles, slots } = this.#model
    this.question.fill(0)
    this.holding.fill(0)
    for (const positions of this.positions) positions.length = 0
    const slotOf = (word: number) => roles.slot[roles.of(packed.token(word))]!
    this.slots.length = 0
    for (let index = 0; index < words.length; index++) {
      const slot = slotOf(words[index]!)
      if (!this.slots.includes(slot)) this.slots.push(slot)
    }
    this.slots.sort((left, right) => left - right)
    const size = packed.sentences * this.slots.length
    this.frequencies = withPlace(this.frequencies, size)
    this.frequencies.fill(0, 0, size)
    this.filled = withPlace(this.filled, packed.sentences)
    this.filled.fill(0, 0, packed.sentences)
    for (let index = 0; index < words.length; index++) {
      const column = this.slots.indexOf(slotOf(words[index]!))
      this.#readWord(packed, words[index]!, column)
    }
    for (const slot of this.slots) {
      const positions = this.positions[slot]!
      if (!slots.isContent(slot)) positions.length = 0
      if (words.length > this.slots.length) positions.sort((left, right) => left - right)
      if (positions.length > MAX_POSITIONS) positions.length = MAX_POSITIONS
    }
  }

  #readWord(packed: PackedEntry, word: number, column: number): void {
    const slot = this.slots[column]!
    const positions = this.positions[slot]!
    const firstSentence = 1 + packed.alternatives
    const last = packed.placesTo(word)
    let phrase = 0
    for (let place = packed.placesFrom(word); place < last; place++) {
      const position = packed.position(place)
      while (packed.start(phrase + 1) <= position) phrase++
      // Packed positions leave one free behind each phrase.
      positions.push(position - phrase + FIELD_GAP * Math.min(phrase, firstSentence))
      if (phrase === 0) this.question[slot]!++
      const sentence = phrase - firstSentence
      if (sentence < 0) continue
      const cell = sentence * this.slots.length + column
      if (this.frequencies[cell] === 0) {
        this.holding[slot]!++
        this.filled[sentence]!++
      }
      this.frequencies[cell]!++
    }
  }
}
