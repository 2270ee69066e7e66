import type { Token } from '../text/tokens.ts'
import { type Blocks, withRoomFor } from './blocks.ts'
import { GramIndex } from './gram-index.ts'

/** Bytes of the object with its array of character grams, its string headers, and its entry in the map. */
const TOKEN_BYTES = 320

/** By what a token of its language is known, as the lexicon keeps them apart. */
const tokenKeyOf = ({ isPair, term, word }: Token): string => (isPair ? term : word)
const tokenBytesOf = ({ word, term, grams }: Token): number =>
  TOKEN_BYTES + word.length + term.length + 4 * grams.length

const TERM_MARKS = 4096

/** A small hash of a term: terms with different marks are different. Reading it takes less time than reading the term. */
function termMark(term: string): number {
  let termHash = term.length
  for (let characterIndex = 0; characterIndex < term.length; characterIndex++)
    termHash = Math.imul(termHash ^ term.charCodeAt(characterIndex), 0x01000193)
  return (termHash ^ (termHash >>> 15)) & (TERM_MARKS - 1)
}

/** The words that the entries of a workspace use, numbered: an entry then needs four bytes for each. */
export class TokenTable {
  /** A pair of characters is in it with no gram. */
  readonly grams: GramIndex
  #tokenBytes = 0
  readonly #numbers = new Map<string, Map<string, number>>()
  readonly #tokens: (Token | null)[] = []
  readonly #free: number[] = []
  #uses = new Uint32Array(16)
  /** By the token's number: the mark of its term. */
  #marks = new Uint16Array(16)

  constructor(blocks: Blocks) {
    this.grams = new GramIndex(blocks)
  }

  /** Without the blocks. */
  get bytes(): number {
    return this.#tokenBytes + this.grams.bytes
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
    this.#marks = withRoomFor(this.#marks, tokenNumber)
    this.#marks[tokenNumber] = termMark(token.term)
    if (!token.isPair) for (const gram of token.grams) this.grams.add(gram, tokenNumber)
    this.#tokenBytes += tokenBytesOf(token)
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
    if (!token.isPair) for (const gram of token.grams) this.grams.remove(gram, tokenNumber)
    this.#tokenBytes -= tokenBytesOf(token)
  }

  /** The tokens that have one of these terms. */
  withTerms(terms: ReadonlyMap<string, unknown>): number[] {
    const isMarked = new Uint8Array(TERM_MARKS)
    for (const term of terms.keys()) isMarked[termMark(term)] = 1
    const tokenNumbers: number[] = []
    const marks = this.#marks
    for (let tokenNumber = 0; tokenNumber < this.end; tokenNumber++) {
      if (!isMarked[marks[tokenNumber]!]) continue
      const token = this.#tokens[tokenNumber]
      if (token && terms.has(token.term)) tokenNumbers.push(tokenNumber)
    }
    return tokenNumbers
  }

  /** Larger than every number. */
  get end(): number {
    return this.#tokens.length
  }

  token(tokenNumber: number): Token {
    return this.#tokens[tokenNumber]!
  }
}
