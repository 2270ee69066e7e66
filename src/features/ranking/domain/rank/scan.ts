import { withPlace } from '../memory-index/blocks.ts'
import type { PreparedEntry, WordNumbers } from './prepared.ts'
import type { QuestionModel } from './question-model.ts'

const FIELD_GAP = 50
const MAX_POSITIONS = 60

/**
 * Words of a question in one entry: all features but those of the pool are computed from a single pass over its words.
 * One object is reused for all entries of a search, because allocating one for each would cost more than the pass.
 */
export class EntryScan {
  /** Role of each of the entry's words in the question, and its slot. */
  roles = new Int32Array(256)
  #slots = new Int32Array(256)
  /** Frequency of each slot's term in the entry's question. */
  readonly question: Float64Array
  /** Ends of the sentences in `sentenceSlots`; the first one begins at 0. */
  sentenceEnds = new Int32Array(64)
  /** Slots that occur in each sentence, ascending, with their frequencies. */
  sentenceSlots = new Int32Array(64)
  frequencies = new Int32Array(64)
  /** Number of sentences with each slot's term. */
  readonly holding: Float64Array
  /** Ascending positions of each slot's content word; fields and phrasings are far apart. */
  readonly positions: number[][]
  readonly #model: QuestionModel
  /** Frequencies in one sentence, zero between two. */
  readonly #counted: Int32Array

  constructor(model: QuestionModel) {
    this.#model = model
    this.question = new Float64Array(model.slots.count)
    this.holding = new Float64Array(model.slots.count)
    this.#counted = new Int32Array(model.slots.count)
    this.positions = Array.from({ length: model.slots.count }, () => [])
  }

  read(entry: PreparedEntry): this {
    this.#readRoles(entry)
    this.question.fill(0)
    this.holding.fill(0)
    for (const positions of this.positions) positions.length = 0
    for (let p = 0; p < entry.question.length; p++) {
      const slot = this.#slots[entry.question[p]!]!
      if (slot >= 0) this.question[slot]!++
    }
    let position = this.#locate(entry.question, 0) + FIELD_GAP
    for (const phrasing of entry.alternatives) position = this.#locate(phrasing, position) + FIELD_GAP
    let end = 0
    for (let sentence = 0; sentence < entry.body.length; sentence++) {
      const words = entry.body[sentence]!
      end = this.#countSentence(words, end)
      position = this.#locate(words, position)
      if (sentence >= this.sentenceEnds.length) this.sentenceEnds = withPlace(this.sentenceEnds, sentence)
      this.sentenceEnds[sentence] = end
    }
    return this
  }

  #readRoles({ words }: PreparedEntry): void {
    const { roles } = this.#model
    if (this.roles.length < words.length) {
      this.roles = new Int32Array(2 * words.length)
      this.#slots = new Int32Array(2 * words.length)
    }
    for (let word = 0; word < words.length; word++) {
      const role = roles.of(words[word]!)
      this.roles[word] = role
      this.#slots[word] = roles.slot[role]!
    }
  }

  /** Appends the slots of a sentence; returns their end. */
  #countSentence(words: WordNumbers, from: number): number {
    let end = from
    for (let p = 0; p < words.length; p++) {
      const slot = this.#slots[words[p]!]!
      if (slot < 0) continue
      if (!this.#counted[slot]) {
        if (end >= this.sentenceSlots.length) {
          this.sentenceSlots = withPlace(this.sentenceSlots, end)
          this.frequencies = withPlace(this.frequencies, end)
        }
        let place = end++
        for (; place > from && this.sentenceSlots[place - 1]! > slot; place--)
          this.sentenceSlots[place] = this.sentenceSlots[place - 1]!
        this.sentenceSlots[place] = slot
      }
      this.#counted[slot]!++
    }
    for (let place = from; place < end; place++) {
      const slot = this.sentenceSlots[place]!
      this.frequencies[place] = this.#counted[slot]!
      this.#counted[slot] = 0
      this.holding[slot]!++
    }
    return end
  }

  /** Notes where the content words of one phrasing or sentence are that starts at a position; returns its end. */
  #locate(words: WordNumbers, position: number): number {
    const { slots } = this.#model
    for (let p = 0; p < words.length; p++) {
      const slot = this.#slots[words[p]!]!
      if (slot < 0 || !slots.isContent(slot)) continue
      const positions = this.positions[slot]!
      if (positions.length < MAX_POSITIONS) positions.push(position + p)
    }
    return position + words.length
  }
}
