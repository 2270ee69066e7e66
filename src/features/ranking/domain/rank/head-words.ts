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

  constructor(model: QuestionModel) {
    this.#model = model
  }

  read(packed: PackedEntry): void {
    const end = packed.bodyStart
    this.tokens = withRoomFor(this.tokens, end)
    this.roles = withRoomFor(this.roles, end)
    this.isRepeated = withRoomFor(this.isRepeated, end)
    this.isRepeated.fill(0, 0, end)
    for (const position of packed.repetitions) this.isRepeated[position] = 1
    for (let word = 0; word < packed.words; word++) {
      const first = packed.placesFrom(word)
      // The words of the head come first.
      if (packed.position(first) >= end) break
      const last = packed.placesTo(word)
      const token = packed.token(word)
      const role = this.#model.roles.of(token)
      for (let place = first; place < last; place++) {
        const position = packed.position(place)
        if (position >= end) break
        this.tokens[position] = token
        this.roles[position] = role
      }
    }
  }
}
