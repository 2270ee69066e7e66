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
 * Roles of a workspace's tokens in one question, numbered. Everything is in arrays of numbers: a search looks at each
 * word of each candidate.
 */
export class TokenRoles {
  term = new Int32Array(1024)
  questionWord = new Int32Array(1024)
  synonym = new Int32Array(1024)
  /** Places in `grams` of the character grams that the token shares with the question. */
  gramsFrom = new Int32Array(1024)
  gramsTo = new Int32Array(1024)
  readonly grams: Int32Array
  readonly #tokenTable: TokenTable
  /** The number of each role's token. */
  #tokenNumbers = new Uint32Array(1024)
  #roleCount = 0
  /** By the token's number: 0 for one that has not been met, otherwise its role plus 1. */
  readonly #roles: Int32Array
  readonly #terms: ReadonlyMap<string, TermRole>
  readonly #termMarks = new Uint8Array(TERM_MARKS)

  /** @param roleByTerm the terms that have a role */
  constructor(roleByTerm: ReadonlyMap<string, TermRole>, gramTable: GramTable, tokenTable: TokenTable) {
    this.#terms = roleByTerm
    for (const term of roleByTerm.keys()) this.#termMarks[termMark(term)] = 1
    this.#tokenTable = tokenTable
    this.#roles = new Int32Array(tokenTable.end)
    this.#addRole(0, NO_ROLE)
    this.grams = this.#shareGrams(Array.from(gramTable.grams, (gram) => tokenTable.grams.tokensOf(gram)))
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
    return roleNumber === IRRELEVANT ? null : this.#tokenTable.token(this.#tokenNumbers[roleNumber]!)
  }

  /**
   * Gives a role to each token that shares a gram with the question, and returns the grams of all roles, grouped by role:
   * they are counted first, and then each is put into the part of its role.
   * @param tokensByGram the tokens of each gram of the question
   */
  #shareGrams(tokensByGram: readonly Uint32Array[]): Int32Array {
    let sharedCount = 0
    for (const tokens of tokensByGram) {
      sharedCount += tokens.length
      for (let tokenIndex = 0; tokenIndex < tokens.length; tokenIndex++) {
        const tokenNumber = tokens[tokenIndex]!
        if (!this.#roles[tokenNumber])
          this.#roles[tokenNumber] = this.#addRole(tokenNumber, this.#termRole(tokenNumber)) + 1
        this.gramsTo[this.#roles[tokenNumber]! - 1]!++
      }
    }
    let gramsEnd = 0
    for (let roleNumber = 0; roleNumber < this.#roleCount; roleNumber++) {
      this.gramsFrom[roleNumber] = gramsEnd
      gramsEnd += this.gramsTo[roleNumber]!
      this.gramsTo[roleNumber] = this.gramsFrom[roleNumber]!
    }
    const grams = new Int32Array(sharedCount)
    tokensByGram.forEach((tokens, gramNumber) => {
      for (let tokenIndex = 0; tokenIndex < tokens.length; tokenIndex++) {
        const roleNumber = this.#roles[tokens[tokenIndex]!]! - 1
        grams[this.gramsTo[roleNumber]!++] = gramNumber
      }
    })
    return grams
  }

  /** Adds the role of a token that shares no gram. */
  #add(tokenNumber: number): number {
    const termRole = this.#termRole(tokenNumber)
    const roleNumber = termRole === NO_ROLE ? IRRELEVANT : this.#addRole(tokenNumber, termRole)
    this.#roles[tokenNumber] = roleNumber + 1
    return roleNumber
  }

  #termRole(tokenNumber: number): TermRole {
    const isMarked = this.#termMarks[this.#tokenTable.mark(tokenNumber)] === 1
    return (isMarked && this.#terms.get(this.#tokenTable.token(tokenNumber).term)) || NO_ROLE
  }

  #addRole(tokenNumber: number, { term, questionWord, synonym }: TermRole): number {
    const roleNumber = this.#roleCount++
    if (roleNumber >= this.term.length) this.#grow(roleNumber)
    this.#tokenNumbers[roleNumber] = tokenNumber
    this.term[roleNumber] = term
    this.questionWord[roleNumber] = questionWord
    this.synonym[roleNumber] = synonym
    return roleNumber
  }

  #grow(roleNumber: number): void {
    this.#tokenNumbers = withRoomFor(this.#tokenNumbers, roleNumber)
    this.term = withRoomFor(this.term, roleNumber)
    this.questionWord = withRoomFor(this.questionWord, roleNumber)
    this.synonym = withRoomFor(this.synonym, roleNumber)
    this.gramsFrom = withRoomFor(this.gramsFrom, roleNumber)
    this.gramsTo = withRoomFor(this.gramsTo, roleNumber)
  }
}
