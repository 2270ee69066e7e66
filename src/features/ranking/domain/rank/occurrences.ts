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

  constructor(questionModel: QuestionModel) {
    const { count } = questionModel.terms
    this.#model = questionModel
    this.question = new Float64Array(count)
    this.holding = new Float64Array(count)
    this.positions = Array.from({ length: count }, () => [])
  }

  /** @param matchedWords those of the entry's words that are terms of the question */
  read(packedEntry: PackedEntry, matchedWords: Int32Array): void {
    const { roles } = this.#model
    this.question.fill(0)
    this.holding.fill(0)
    for (const positions of this.positions) positions.length = 0
    const termOf = (wordIndex: number) => roles.term[roles.of(packedEntry.token(wordIndex))]!
    this.terms.length = 0
    for (let matchedIndex = 0; matchedIndex < matchedWords.length; matchedIndex++) {
      const termNumber = termOf(matchedWords[matchedIndex]!)
      if (!this.terms.includes(termNumber)) this.terms.push(termNumber)
    }
    this.terms.sort((leftNumber, rightNumber) => leftNumber - rightNumber)
    const tableSize = packedEntry.sentences * this.terms.length
    this.frequencies = withRoomFor(this.frequencies, tableSize)
    this.frequencies.fill(0, 0, tableSize)
    this.filled = withRoomFor(this.filled, packedEntry.sentences)
    this.filled.fill(0, 0, packedEntry.sentences)
    for (let matchedIndex = 0; matchedIndex < matchedWords.length; matchedIndex++) {
      const termColumn = this.terms.indexOf(termOf(matchedWords[matchedIndex]!))
      this.#readWord(packedEntry, matchedWords[matchedIndex]!, termColumn)
    }
    for (const termNumber of this.terms) {
      const positions = this.positions[termNumber]!
      if (matchedWords.length > this.terms.length) positions.sort((leftNumber, rightNumber) => leftNumber - rightNumber)
      if (positions.length > MAX_POSITIONS) positions.length = MAX_POSITIONS
    }
  }

  #readWord(packedEntry: PackedEntry, wordIndex: number, termColumn: number): void {
    const termNumber = this.terms[termColumn]!
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
