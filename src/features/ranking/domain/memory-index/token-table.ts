import type { Token } from '../text/tokens.ts'
import { withPlace } from './blocks.ts'

/** Bytes of the object with its array of character grams, its string headers, and its entry in the map. */
const TOKEN_BYTES = 320

/** By what a token of its language is known, as the lexicon keeps them apart. */
const keyOf = ({ pair, term, word }: Token): string => (pair ? term : word)
const bytesOf = ({ word, term, grams }: Token): number => TOKEN_BYTES + word.length + term.length + 4 * grams.length

/** The words that the entries of a workspace use, numbered: an entry then needs four bytes for each. */
export class TokenTable {
  bytes = 0
  readonly #numbers = new Map<string, Map<string, number>>()
  readonly #tokens: (Token | null)[] = []
  readonly #free: number[] = []
  #uses = new Uint32Array(16)

  /** The token's number, used once more. Equal words of one language have the same. */
  use(token: Token, language: string): number {
    let numbers = this.#numbers.get(language)
    if (!numbers) {
      numbers = new Map()
      this.#numbers.set(language, numbers)
    }
    const key = keyOf(token)
    const known = numbers.get(key)
    if (known !== undefined) {
      this.#uses[known]!++
      return known
    }
    const number = this.#free.pop() ?? this.#tokens.length
    numbers.set(key, number)
    this.#tokens[number] = token
    this.#uses = withPlace(this.#uses, number)
    this.#uses[number] = 1
    this.bytes += bytesOf(token)
    return number
  }

  release(number: number, language: string): void {
    if (--this.#uses[number]! > 0) return
    const token = this.#tokens[number]!
    const numbers = this.#numbers.get(language)
    numbers?.delete(keyOf(token))
    if (!numbers?.size) this.#numbers.delete(language)
    this.#tokens[number] = null
    this.#free.push(number)
    this.bytes -= bytesOf(token)
  }

  token(number: number): Token {
    return this.#tokens[number]!
  }
}
