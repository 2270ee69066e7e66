import type { Token } from '../text/tokens.ts'
import { type Blocks, withRoomFor } from './blocks.ts'

/** Bytes of the object with its array of character grams, its string headers, and its entry in the map. */
const TOKEN_BYTES = 320

/** By what a token of its language is known, as the lexicon keeps them apart. */
const keyOf = ({ isPair, term, word }: Token): string => (isPair ? term : word)
const bytesOf = ({ word, term, grams }: Token): number => TOKEN_BYTES + word.length + term.length + 4 * grams.length

/** A token's block: its number of character grams, the mark of its term, and the grams. */
const GRAM_COUNT = 0
const MARK = 1
const GRAMS = 2

export const TERM_MARKS = 4096

/** A small hash of a term: two terms with different marks are different. */
export function termMark(term: string): number {
  let hash = term.length
  for (let index = 0; index < term.length; index++) hash = Math.imul(hash ^ term.charCodeAt(index), 0x01000193)
  return (hash ^ (hash >>> 15)) & (TERM_MARKS - 1)
}

/** The words that the entries of a workspace use, numbered: an entry then needs four bytes for each. */
export class TokenTable {
  bytes = 0
  readonly #numbers = new Map<string, Map<string, number>>()
  readonly #tokens: (Token | null)[] = []
  readonly #free: number[] = []
  readonly #blocks: Blocks
  #uses = new Uint32Array(16)
  /** Blocks with what a search reads of every token, because reading the objects takes longer. */
  #addresses = new Uint32Array(16)

  constructor(blocks: Blocks) {
    this.#blocks = blocks
  }

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
    this.#uses = withRoomFor(this.#uses, number)
    this.#uses[number] = 1
    this.#addresses = withRoomFor(this.#addresses, number)
    this.#addresses[number] = this.#pack(token)
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
    this.#blocks.free(this.#addresses[number]!, GRAMS + this.gramCount(number))
    this.bytes -= bytesOf(token)
  }

  /** The mark of a token's term. */
  mark(number: number): number {
    const address = this.#addresses[number]!
    return this.#blocks.page(address)[this.#blocks.offset(address) + MARK]!
  }

  /** Number of a token's character grams; a pair counts as having none. */
  gramCount(number: number): number {
    const address = this.#addresses[number]!
    return this.#blocks.page(address)[this.#blocks.offset(address) + GRAM_COUNT]!
  }

  gram(number: number, index: number): number {
    const address = this.#addresses[number]!
    return this.#blocks.page(address)[this.#blocks.offset(address) + GRAMS + index]!
  }

  #pack({ term, isPair, grams }: Token): number {
    const count = isPair ? 0 : grams.length
    const address = this.#blocks.allocate(GRAMS + count)
    const block = [count, termMark(term), ...(isPair ? [] : grams)]
    this.#blocks.page(address).set(block, this.#blocks.offset(address))
    return address
  }

  /** Larger than every number. */
  get end(): number {
    return this.#tokens.length
  }

  token(number: number): Token {
    return this.#tokens[number]!
  }
}
