import { withRoomFor } from '../memory-index/blocks.ts'
import type { PackedEntry } from '../memory-index/packed-entry.ts'
import type { QuestionModel } from './question-model.ts'

/** The words of an entry's question and alternatives in their order. One object is used for entry after entry. */
export class HeadWords {
  /** Number of the token at each position, and its role. */
  tokens = new Uint32Array(256)
  roles = new Int32Array(256)
  /** 1 where the term has come before in the same phrasing. */
  isRepeated = new Uint8Array(256)
  readonly #model: QuestionModel

  constructor(questionModel: QuestionModel) {
    this.#model = questionModel
  }

  read(packedEntry: PackedEntry): void {
    const headEnd = packedEntry.bodyStart
    this.tokens = withRoomFor(this.tokens, headEnd)
    this.roles = withRoomFor(this.roles, headEnd)
    this.isRepeated = withRoomFor(this.isRepeated, headEnd)
    this.isRepeated.fill(0, 0, headEnd)
    for (const position of packedEntry.repetitions) this.isRepeated[position] = 1
    for (let wordIndex = 0; wordIndex < packedEntry.words; wordIndex++) {
      const firstPlace = packedEntry.placesFrom(wordIndex)
      // The words of the head come first.
      if (packedEntry.position(firstPlace) >= headEnd) break
      const endPlace = packedEntry.placesTo(wordIndex)
      const tokenNumber = packedEntry.token(wordIndex)
      const roleNumber = this.#model.roles.of(tokenNumber)
      for (let placeIndex = firstPlace; placeIndex < endPlace; placeIndex++) {
        const position = packedEntry.position(placeIndex)
        if (position >= headEnd) break
        this.tokens[position] = tokenNumber
        this.roles[position] = roleNumber
      }
    }
  }
}
