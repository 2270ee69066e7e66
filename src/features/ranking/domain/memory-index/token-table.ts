import type { Token } from '../text/tokens.ts'
import { type Blocks, withRoomFor } from './blocks.ts'

/** Bytes of the object with its array of character grams, its string headers, and its entry in the map. */
const TOKEN_BYTES = 320

/** By what a token of its language is known, as the lexicon keeps them apart. */
const tokenKeyOf = ({ isPair, term, word }: Token): string => (isPair ? term : word)
const tokenBytesOf = ({ word, term, grams }: Token): number =>
  TOKEN_BYTES + word.length + term.length + 4 * grams.length

/** A token's block: its number of character grams, the mark of its term, and the grams. */
const GRAM_COUNT = 0
const MARK_OFFSET = 1
const GRAMS_OFFSET = 2

export const TERM_MARKS = 4096

/** A small hash of a term: two terms with different marks are different. */
export function termMark(term: string): number {
  let termHash = term.length
  for (let characterIndex = 0; characterIndex < term.length; characterIndex++)
    termHash = Math.imul(termHash ^ term.charCodeAt(characterIndex), 0x01000193)
  return (termHash ^ (termHash >>> 15)) & (TERM_MARKS - 1)
}

interface GramNumbers {
  /** Number of a gram, or −1. */
  of(gram: number): number
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
    let numberByKey = this.#numbers.get(language)
    if (!numberByKey) {
      numberByKey = new Map()
      this.#numbers.set(language, numberByKey)
    }
    const tokenKey = tokenKeyOf(token)
    const knownNumber = numberByKey.get(tokenKey)
    if (knownNumber !== undefined) {
      this.#uses[knownNumber]!++
      return knownNumber
    }
    const tokenNumber = this.#free.pop() ?? this.#tokens.length
    numberByKey.set(tokenKey, tokenNumber)
    this.#tokens[tokenNumber] = token
    this.#uses = withRoomFor(this.#uses, tokenNumber)
    this.#uses[tokenNumber] = 1
    this.#addresses = withRoomFor(this.#addresses, tokenNumber)
    this.#addresses[tokenNumber] = this.#pack(token)
    this.bytes += tokenBytesOf(token)
    return tokenNumber
  }

  release(tokenNumber: number, language: string): void {
    if (--this.#uses[tokenNumber]! > 0) return
    const token = this.#tokens[tokenNumber]!
    const numberByKey = this.#numbers.get(language)
    numberByKey?.delete(tokenKeyOf(token))
    if (!numberByKey?.size) this.#numbers.delete(language)
    this.#tokens[tokenNumber] = null
    this.#free.push(tokenNumber)
    this.#blocks.free(this.#addresses[tokenNumber]!, GRAMS_OFFSET + this.gramCount(tokenNumber))
    this.bytes -= tokenBytesOf(token)
  }

  /** The mark of a token's term. */
  mark(tokenNumber: number): number {
    const blockAddress = this.#addresses[tokenNumber]!
    return this.#blocks.page(blockAddress)[this.#blocks.offset(blockAddress) + MARK_OFFSET]!
  }

  /**
   * Appends the number of each of a token's character grams that `gramTable` has, and returns the end. A pair has none.
   * @param numbers has room for all of them after `end`
   */
  appendGrams(tokenNumber: number, gramTable: GramNumbers, numbers: Int32Array, end: number): number {
    const blockAddress = this.#addresses[tokenNumber]!
    const page = this.#blocks.page(blockAddress)
    const blockStart = this.#blocks.offset(blockAddress)
    const gramsEnd = blockStart + GRAMS_OFFSET + page[blockStart + GRAM_COUNT]!
    let appendedEnd = end
    for (let place = blockStart + GRAMS_OFFSET; place < gramsEnd; place++) {
      const gramNumber = gramTable.of(page[place]!)
      if (gramNumber >= 0) numbers[appendedEnd++] = gramNumber
    }
    return appendedEnd
  }

  /** Number of a token's character grams; a pair counts as having none. */
  gramCount(tokenNumber: number): number {
    const blockAddress = this.#addresses[tokenNumber]!
    return this.#blocks.page(blockAddress)[this.#blocks.offset(blockAddress) + GRAM_COUNT]!
  }

  #pack({ term, isPair, grams }: Token): number {
    const gramTotal = isPair ? 0 : grams.length
    const blockAddress = this.#blocks.allocate(GRAMS_OFFSET + gramTotal)
    const tokenBlock = [gramTotal, termMark(term), ...(isPair ? [] : grams)]
    this.#blocks.page(blockAddress).set(tokenBlock, this.#blocks.offset(blockAddress))
    return blockAddress
  }

  /** Larger than every number. */
  get end(): number {
    return this.#tokens.length
  }

  token(tokenNumber: number): Token {
    return this.#tokens[tokenNumber]!
  }
}
