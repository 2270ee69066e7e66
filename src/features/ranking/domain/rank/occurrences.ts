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
  /** By term: the number of the entry's words that have it, and its column. */
  readonly #wordCounts: Uint32Array
  readonly #columns: Uint32Array

  constructor(questionModel: QuestionModel) {
    const { count } = questionModel.terms
    this.#model = questionModel
    this.question = new Float64Array(count)
    this.holding = new Float64Array(count)
    this.#wordCounts = new Uint32Array(count)
    this.#columns = new Uint32Array(count)
    this.positions = Array.from({ length: count }, () => [])
  }

  /** @param matchedWords those of the entry's words that are terms of the question */
  read(packedEntry: PackedEntry, matchedWords: Int32Array): void {
    this.question.fill(0)
    this.holding.fill(0)
    this.#wordCounts.fill(0)
    for (let matchedIndex = 0; matchedIndex < matchedWords.length; matchedIndex++)
      this.#wordCounts[this.#termOf(packedEntry, matchedWords[matchedIndex]!)]!++
    this.terms.length = 0
    for (let termNumber = 0; termNumber < this.#wordCounts.length; termNumber++) {
      this.positions[termNumber]!.length = 0
      this.#columns[termNumber] = this.terms.length
      if (this.#wordCounts[termNumber]) this.terms.push(termNumber)
    }
    const tableSize = packedEntry.sentences * this.terms.length
    this.frequencies = withRoomFor(this.frequencies, tableSize)
    this.frequencies.fill(0, 0, tableSize)
    this.filled = withRoomFor(this.filled, packedEntry.sentences)
    this.filled.fill(0, 0, packedEntry.sentences)
    for (let matchedIndex = 0; matchedIndex < matchedWords.length; matchedIndex++)
      this.#readWord(packedEntry, matchedWords[matchedIndex]!)
    for (const termNumber of this.terms) {
      const positions = this.positions[termNumber]!
      // Those of one word are ascending.
      if (this.#wordCounts[termNumber]! > 1) positions.sort((leftNumber, rightNumber) => leftNumber - rightNumber)
      if (positions.length > MAX_POSITIONS) positions.length = MAX_POSITIONS
    }
  }

  #termOf(packedEntry: PackedEntry, wordIndex: number): number {
    const { roles } = this.#model
    return roles.term[roles.of(packedEntry.token(wordIndex))]!
  }

  #readWord(packedEntry: PackedEntry, wordIndex: number): void {
    const termNumber = this.#termOf(packedEntry, wordIndex)
    const termColumn = this.#columns[termNumber]!
    const isContent = this.#model.terms.isContent(termNumber)
    const positions = this.positions[termNumber]!
    const firstSentence = 1 + packedEntry.alternatives
    const endPlace = packedEntry.placesTo(wordIndex)
    let phraseIndex = 0
    for (let placeIndex = packedEntry.placesFrom(wordIndex); placeIndex < endPlace; placeIndex++) {
      const position = packedEntry.position(placeIndex)
      while (packedEntry.start(phraseIndex + 1) <= position) phraseIndex++
      // Packed positions leave one free behind each phrase.
      if (isContent) positions.push(position - phraseIndex + FIELD_GAP * Math.min(phraseIndex, firstSentence))
      if (phraseIndex === 0) this.question[termNumber]!++
      const sentence = phraseIndex - firstSentence
      if (sentence < 0) continue
      const tableCell = sentence * this.terms.length + termColumn
      if (this.frequencies[tableCell] === 0) {
        this.holding[termNumber]!++
        this.filled[sentence]!++
      }
      this.frequencies[tableCell]!++
    }
  }
}
