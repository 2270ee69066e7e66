import { withPlace } from '../memory-index/blocks.ts'
import { TERM_MARKS, TOKEN_IDS, type Token } from '../text/tokens.ts'
import type { GramTable } from './gram-table.ts'

/** Role of a term in the question. */
export interface TermRole {
  /** −1: it is not one of the question's terms. */
  slot: number
  /** Number among the question's words in order, or −1. */
  head: number
  /** Number of what it may stand for, or −1. */
  synonym: number
}

const NO_ROLE: TermRole = { slot: -1, head: -1, synonym: -1 }

/** Number of the role that a token had last. Shared by all searches: a number of another search refers to another token. */
const places = new Uint32Array(TOKEN_IDS)

/**
 * Roles of the entries' tokens in one question, numbered as they are met. Everything is in arrays of numbers: a search
 * looks at each word of each candidate.
 */
export class TokenRoles {
  /** 1: it is a term of the question or has character grams in common with it. Most tokens are not and have none. */
  isRelevant = new Uint8Array(1024)
  slot = new Int32Array(1024)
  head = new Int32Array(1024)
  synonym = new Int32Array(1024)
  /** Places in `grams` of the character grams that the token shares with the question. */
  gramsFrom = new Int32Array(1024)
  gramsTo = new Int32Array(1024)
  grams = new Int32Array(4096)
  readonly #tokens: Token[] = []
  readonly #terms: ReadonlyMap<string, TermRole>
  readonly #termMarks = new Uint8Array(TERM_MARKS)
  readonly #gramTable: GramTable
  #grams = 0

  /** @param terms the terms that have a role, with their marks */
  constructor(terms: ReadonlyMap<string, TermRole>, marks: Iterable<number>, gramTable: GramTable) {
    this.#terms = terms
    for (const mark of marks) this.#termMarks[mark] = 1
    this.#gramTable = gramTable
  }

  /** Number of the token's role. */
  of(token: Token): number {
    const known = places[token.id]!
    return this.#tokens[known] === token ? known : this.#add(token)
  }

  token(role: number): Token {
    return this.#tokens[role]!
  }

  gramsOf(role: number): Int32Array {
    return this.grams.subarray(this.gramsFrom[role]!, this.gramsTo[role]!)
  }

  #add(token: Token): number {
    const number = this.#tokens.length
    places[token.id] = number
    this.#tokens.push(token)
    if (number >= this.slot.length) this.#grow(number)
    const { slot, head, synonym } = (this.#termMarks[token.mark] && this.#terms.get(token.term)) || NO_ROLE
    this.slot[number] = slot
    this.head[number] = head
    this.synonym[number] = synonym
    this.gramsFrom[number] = this.#grams
    if (!token.pair) this.#addGrams(token.grams)
    this.gramsTo[number] = this.#grams
    const hasRole = slot >= 0 || head >= 0 || synonym >= 0
    this.isRelevant[number] = hasRole || this.#grams > this.gramsFrom[number]! ? 1 : 0
    return number
  }

  #addGrams(grams: Int32Array): void {
    for (let index = 0; index < grams.length; index++) {
      const number = this.#gramTable.of(grams[index]!)
      if (number < 0) continue
      if (this.#grams >= this.grams.length) this.grams = withPlace(this.grams, this.#grams)
      this.grams[this.#grams++] = number
    }
  }

  #grow(number: number): void {
    this.isRelevant = withPlace(this.isRelevant, number)
    this.slot = withPlace(this.slot, number)
    this.head = withPlace(this.head, number)
    this.synonym = withPlace(this.synonym, number)
    this.gramsFrom = withPlace(this.gramsFrom, number)
    this.gramsTo = withPlace(this.gramsTo, number)
  }
}
