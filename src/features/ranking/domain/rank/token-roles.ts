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

  /** @param roleByTerm the terms that have a role */
  constructor(roleByTerm: ReadonlyMap<string, TermRole>, gramTable: GramTable, tokenTable: TokenTable) {
    this.#terms = roleByTerm
    for (const term of roleByTerm.keys()) this.#termMarks[termMark(term)] = 1
    this.#gramTable = gramTable
    this.#tokenTable = tokenTable
    this.#roles = new Int32Array(tokenTable.end)
    this.#addRole(null, NO_ROLE)
  }

  /** Number of a token's role. */
  of(tokenNumber: number): number {
    const knownRole = this.#roles[tokenNumber]!
    return knownRole ? knownRole - 1 : this.#add(tokenNumber)
  }

  gramsOf(roleNumber: number): Int32Array {
    return this.grams.subarray(this.gramsFrom[roleNumber]!, this.gramsTo[roleNumber]!)
  }

  /** The token with a role; null for the irrelevant ones. */
  token(roleNumber: number): Token | null {
    return this.#tokens[roleNumber]!
  }

  #add(tokenNumber: number): number {
    const gramsBefore = this.#grams
    this.#addGrams(tokenNumber)
    const isRoleTerm = this.#termMarks[this.#tokenTable.mark(tokenNumber)] === 1
    const roleNumber = isRoleTerm || this.#grams > gramsBefore ? this.#addToken(tokenNumber, gramsBefore) : IRRELEVANT
    this.#roles[tokenNumber] = roleNumber + 1
    return roleNumber
  }

  #addToken(tokenNumber: number, gramsFrom: number): number {
    const roleToken = this.#tokenTable.token(tokenNumber)
    const termRole = (this.#termMarks[this.#tokenTable.mark(tokenNumber)] && this.#terms.get(roleToken.term)) || NO_ROLE
    return termRole === NO_ROLE && this.#grams === gramsFrom
      ? IRRELEVANT
      : this.#addRole(roleToken, termRole, gramsFrom)
  }

  #addRole(roleToken: Token | null, { term, questionWord, synonym }: TermRole, gramsFrom = 0): number {
    const roleNumber = this.#tokens.push(roleToken) - 1
    if (roleNumber >= this.term.length) this.#grow(roleNumber)
    this.term[roleNumber] = term
    this.questionWord[roleNumber] = questionWord
    this.synonym[roleNumber] = synonym
    this.gramsFrom[roleNumber] = gramsFrom
    this.gramsTo[roleNumber] = this.#grams
    return roleNumber
  }

  #addGrams(tokenNumber: number): void {
    this.grams = withRoomFor(this.grams, this.#grams + this.#tokenTable.gramCount(tokenNumber))
    this.#grams = this.#tokenTable.appendGrams(tokenNumber, this.#gramTable, this.grams, this.#grams)
  }

  #grow(tokenNumber: number): void {
    this.term = withRoomFor(this.term, tokenNumber)
    this.questionWord = withRoomFor(this.questionWord, tokenNumber)
    this.synonym = withRoomFor(this.synonym, tokenNumber)
    this.gramsFrom = withRoomFor(this.gramsFrom, tokenNumber)
    this.gramsTo = withRoomFor(this.gramsTo, tokenNumber)
  }
}
