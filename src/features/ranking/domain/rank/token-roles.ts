import type { TokenTable } from '../memory-index/token-table.ts'
import type { Token } from '../text/tokens.ts'

/** Role of a term in the question. */
export interface TermRole {
  /** Number among the question's terms, or −1. */
  term: number
  /** Number among the question's words in order, or −1. */
  questionWord: number
  /** Number of what it may stand for, or −1. */
  synonym: number
}

/** Number of the role of all tokens that are no term of the question and have no character gram in common with it. */
export const IRRELEVANT = 0

/**
 * Roles of a workspace's tokens in one question, numbered. Everything is in arrays of numbers: a search looks at each
 * word of each candidate.
 */
export class TokenRoles {
  readonly term: Int32Array
  readonly questionWord: Int32Array
  readonly synonym: Int32Array
  /** Places in `grams` of the character grams that the token shares with the question. */
  readonly gramsFrom: Int32Array
  readonly gramsTo: Int32Array
  readonly grams: Int32Array
  readonly #tokenTable: TokenTable
  /** By the token's number. */
  readonly #roles: Int32Array
  /** Number of each role's token; the irrelevant ones have none. */
  readonly #tokenNumbers = [-1]

  /**
   * @param roleByTerm the terms that have a role
   * @param tokensByGram by the number of each gram of the question, the tokens that have it
   */
  constructor(
    roleByTerm: ReadonlyMap<string, TermRole>,
    tokensByGram: readonly ArrayLike<number>[],
    tokenTable: TokenTable,
  ) {
    this.#tokenTable = tokenTable
    this.#roles = new Int32Array(tokenTable.end)
    const tokensWithTerm = tokenTable.withTerms(roleByTerm)
    this.#numberRoles(tokensWithTerm)
    for (const tokenNumbers of tokensByGram) this.#numberRoles(tokenNumbers)
    const roleCount = this.#tokenNumbers.length
    this.term = new Int32Array(roleCount).fill(-1)
    this.questionWord = new Int32Array(roleCount).fill(-1)
    this.synonym = new Int32Array(roleCount).fill(-1)
    for (const tokenNumber of tokensWithTerm) {
      const { term, questionWord, synonym } = roleByTerm.get(tokenTable.token(tokenNumber).term)!
      const roleNumber = this.of(tokenNumber)
      this.term[roleNumber] = term
      this.questionWord[roleNumber] = questionWord
      this.synonym[roleNumber] = synonym
    }
    this.gramsFrom = new Int32Array(roleCount)
    this.gramsTo = new Int32Array(roleCount)
    this.grams = this.#groupGrams(tokensByGram)
  }

  /** Number of a token's role. */
  of(tokenNumber: number): number {
    return this.#roles[tokenNumber]!
  }

  gramsOf(roleNumber: number): Int32Array {
    return this.grams.subarray(this.gramsFrom[roleNumber]!, this.gramsTo[roleNumber]!)
  }

  /** The token with a role; null for the irrelevant ones. */
  token(roleNumber: number): Token | null {
    return roleNumber === IRRELEVANT ? null : this.#tokenTable.token(this.#tokenNumbers[roleNumber]!)
  }

  #numberRoles(tokenNumbers: ArrayLike<number>): void {
    for (let tokenIndex = 0; tokenIndex < tokenNumbers.length; tokenIndex++) {
      const tokenNumber = tokenNumbers[tokenIndex]!
      if (this.#roles[tokenNumber] === IRRELEVANT) this.#roles[tokenNumber] = this.#tokenNumbers.push(tokenNumber) - 1
    }
  }

  /** Groups the question's grams by role: counts those of each role, and then puts each gram into the part of its role. */
  #groupGrams(tokensByGram: readonly ArrayLike<number>[]): Int32Array {
    for (const tokenNumbers of tokensByGram)
      for (let tokenIndex = 0; tokenIndex < tokenNumbers.length; tokenIndex++)
        this.gramsTo[this.of(tokenNumbers[tokenIndex]!)]!++
    let gramsEnd = 0
    for (let roleNumber = 0; roleNumber < this.gramsTo.length; roleNumber++) {
      this.gramsFrom[roleNumber] = gramsEnd
      gramsEnd += this.gramsTo[roleNumber]!
      this.gramsTo[roleNumber] = this.gramsFrom[roleNumber]!
    }
    const groupedGrams = new Int32Array(gramsEnd)
    tokensByGram.forEach((tokenNumbers, gramNumber) => {
      for (let tokenIndex = 0; tokenIndex < tokenNumbers.length; tokenIndex++)
        groupedGrams[this.gramsTo[this.of(tokenNumbers[tokenIndex]!)]!++] = gramNumber
    })
    return groupedGrams
  }
}
