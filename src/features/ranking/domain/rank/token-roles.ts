import { withRoomFor } from '../memory-index/blocks.ts'
import { TERM_MARKS, type TokenTable, termMark } from '../memory-index/token-table.ts'
import type { Token } from '../text/tokens.ts'
import type { GramTable } from './gram-table.ts'

/** Role of a term in the question. */
export interface TermRole {
  /** Number among the question's terms, or −1. */
  term: number
  /** Number among the question's words in order, or −1. */
  questionWord: number
  /** Number of what it may stand for, or −1. */
  synonym: number
}

const NO_ROLE: TermRole = { term: -1, questionWord: -1, synonym: -1 }
/** Number of the role of all tokens that are no term of the question and have no character gram in common with it. */
export const IRRELEVANT = 0

/**
 * Roles of a workspace's tokens in one question, numbered as they are met. Everything is in arrays of numbers: a search
 * looks at each word of each candidate.
 */
export class TokenRoles {
  term = new Int32Array(1024)
  questionWord = new Int32Array(1024)
  synonym = new Int32Array(1024)
  /** Places in `grams` of the character grams that the token shares with the question. */
  gramsFrom = new Int32Array(1024)
  gramsTo = new Int32Array(1024)
  grams = new Int32Array(4096)
  readonly #tokenTable: TokenTable
  readonly #tokens: (Token | null)[] = []
  /** By the token's number: 0 for one that has not been met, otherwise its role plus 1. */
  readonly #roles: Int32Array
  readonly #terms: ReadonlyMap<string, TermRole>
  readonly #termMarks = new Uint8Array(TERM_MARKS)
  readonly #gramTable: GramTable
  #grams = 0

  /** @param terms the terms that have a role */
  constructor(terms: ReadonlyMap<string, TermRole>, gramTable: GramTable, tokens: TokenTable) {
    this.#terms = terms
    for (const term of terms.keys()) this.#termMarks[termMark(term)] = 1
    this.#gramTable = gramTable
    this.#tokenTable = tokens
    this.#roles = new Int32Array(tokens.end)
    this.#addRole(null, NO_ROLE)
  }

  /** Number of a token's role. */
  of(token: number): number {
    const known = this.#roles[token]!
    return known ? known - 1 : this.#add(token)
  }

  gramsOf(role: number): Int32Array {
    return this.grams.subarray(this.gramsFrom[role]!, this.gramsTo[role]!)
  }

  /** The token with a role; null for the irrelevant ones. */
  token(role: number): Token | null {
    return this.#tokens[role]!
  }

  #add(number: number): number {
    const before = this.#grams
    this.#addGrams(number)
    const isTerm = this.#termMarks[this.#tokenTable.mark(number)] === 1
    const role = isTerm || this.#grams > before ? this.#addToken(number, before) : IRRELEVANT
    this.#roles[number] = role + 1
    return role
  }

  #addToken(number: number, gramsFrom: number): number {
    const token = this.#tokenTable.token(number)
    const role = (this.#termMarks[this.#tokenTable.mark(number)] && this.#terms.get(token.term)) || NO_ROLE
    return role === NO_ROLE && this.#grams === gramsFrom ? IRRELEVANT : this.#addRole(token, role, gramsFrom)
  }

  #addRole(token: Token | null, { term, questionWord, synonym }: TermRole, gramsFrom = 0): number {
    const number = this.#tokens.push(token) - 1
    if (number >= this.term.length) this.#grow(number)
    this.term[number] = term
    this.questionWord[number] = questionWord
    this.synonym[number] = synonym
    this.gramsFrom[number] = gramsFrom
    this.gramsTo[number] = this.#grams
    return number
  }

  #addGrams(token: number): void {
    const count = this.#tokenTable.gramCount(token)
    for (let index = 0; index < count; index++) {
      const number = this.#gramTable.of(this.#tokenTable.gram(token, index))
      if (number < 0) continue
      if (this.#grams >= this.grams.length) this.grams = withRoomFor(this.grams, this.#grams)
      this.grams[this.#grams++] = number
    }
  }

  #grow(number: number): void {
    this.term = withRoomFor(this.term, number)
    this.questionWord = withRoomFor(this.questionWord, number)
    this.synonym = withRoomFor(this.synonym, number)
    this.gramsFrom = withRoomFor(this.gramsFrom, number)
    this.gramsTo = withRoomFor(this.gramsTo, number)
  }
}
