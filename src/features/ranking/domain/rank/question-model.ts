import type { TokenTable } from '../memory-index/token-table.ts'
import { synonymsOf } from '../text/synonyms.ts'
import type { Token } from '../text/tokens.ts'
import { AskedWords, NOTHING_NEAR } from './asked-words.ts'
import { GramTable } from './gram-table.ts'
import type { AskedQuestion, Collection } from './question.ts'
import { Rarity } from './rarity.ts'
import { Slots } from './slots.ts'
import { type TermRole, TokenRoles } from './token-roles.ts'

/** A synonym of the question's words; `slot` −1: the word it may stand for does not occur in the workspace. */
export interface Synonym {
  slot: number
  value: number
}

const STOPWORD_VALUE = 0.4
const STOPWORD_SHARE = 0.25
/** An entry's word that the question lacks is taken to occur in one entry of fifty where nothing better is known. */
const ASSUMED_SHARE = 0.02
const NO_GRAMS: readonly number[] = []

/** Everything of the ranking that depends on the question and the workspace, but not on the entry. */
export class QuestionModel {
  readonly collection: Collection
  readonly rarity: Rarity
  readonly slots: Slots
  readonly words: AskedWords
  readonly roles: TokenRoles
  /** Value of a perfect match: the sum over the words, including unknown ones. Never 0. */
  readonly mass: number
  /** Slots of the content words in the question's order. */
  readonly content: number[]
  /** Number of different pairs of adjacent words in the question. */
  readonly bigrams: number
  /** Each synonym counts once for the word that it may stand for. */
  readonly synonyms: readonly Synonym[]
  /** For what is worked out for one entry after the other: `values` and `local` by slot, `words` by asked word. */
  readonly scratch: Record<'values' | 'local' | 'words', Float64Array>
  /** Frequency of each character gram in the question. */
  readonly gramCounts: Float64Array
  /** Number of words of the question. */
  readonly #heads: number
  /** Number of each pair of heads, or −1. */
  readonly #bigrams: Int16Array
  readonly #near: (ArrayLike<number> | undefined)[] = []
  readonly #tokenTable: TokenTable
  /** By the number of the token; 0 where it has not been worked out. */
  readonly #idf: Float64Array

  /** @param tokenTable the tokens of the workspace */
  constructor(question: AskedQuestion, collection: Collection, tokenTable: TokenTable) {
    const { tokens, alternates, terms, unknown, language } = question
    this.#tokenTable = tokenTable
    this.#idf = new Float64Array(tokenTable.end)
    this.collection = collection
    this.rarity = new Rarity(collection, language)
    this.slots = new Slots(terms, this.rarity)
    this.mass = this.slots.bestOfGroups(this.slots.value) + unknown * this.rarity.unseen || 1
    const readings = tokens.map(({ term }, position) => [term, ...(alternates[position] ?? [])])
    const slots = readings.map((own) => own.map((term) => this.slots.of(term)).find((slot) => slot >= 0) ?? -1)
    this.content = slots.filter((slot) => slot >= 0 && this.slots.isContent(slot))
    const gramTable = new GramTable(tokens)
    this.gramCounts = gramTable.counts
    this.words = new AskedWords(this.gramCounts.length)
    const heads = new Map<string, number>()
    const synonyms = new SynonymNumbers()
    tokens.forEach((token, position) => {
      const head = heads.get(token.term) ?? position
      for (const term of readings[position]!) if (!heads.has(term)) heads.set(term, head)
      const slot = slots[position]!
      const grams = token.stop || token.pair ? NO_GRAMS : [...token.grams].map((gram) => gramTable.of(gram))
      this.words.add({ token, terms: readings[position]!, value: this.#valueOf(token, slot), grams }, language)
      const value = slot < 0 ? this.rarity.unseen : this.slots.value[slot]!
      for (const synonym of synonymsOf(token.term, language)) {
        if (this.slots.of(synonym) < 0) synonyms.add(synonym, { slot, value })
      }
    })
    this.synonyms = synonyms.all
    this.#heads = tokens.length
    this.#bigrams = new Int16Array(this.#heads ** 2).fill(-1)
    this.bigrams = this.#numberBigrams(tokens.map(({ term }) => heads.get(term)!))
    const roles = new Map<string, TermRole>()
    for (const term of [...terms.map((one) => one.term), ...heads.keys(), ...synonyms.terms]) {
      const slot = this.slots.of(term)
      roles.set(term, { slot, head: heads.get(term) ?? -1, synonym: slot < 0 ? synonyms.of(term) : -1 })
    }
    this.roles = new TokenRoles(roles, gramTable, tokenTable)
    this.scratch = {
      values: new Float64Array(this.slots.count),
      local: new Float64Array(this.slots.count),
      words: new Float64Array(this.words.count),
    }
  }

  /** Pairs of: number of a word of the question, how alike a token with this role is to it in 0…1. */
  near(role: number): ArrayLike<number> {
    const token = this.roles.token(role)
    this.#near[role] ??= token ? this.words.near(token, this.roles.gramsOf(role)) : NOTHING_NEAR
    return this.#near[role]
  }

  /** Weight of a token, lower for a stop word. */
  idfOf(number: number): number {
    const known = this.#idf[number]!
    if (known) return known
    const token = this.#tokenTable.token(number)
    const slot = this.slots.of(token.term)
    const idf = slot >= 0 ? this.slots.idf[slot]! : this.rarity.of(token.term, ASSUMED_SHARE)
    this.#idf[number] = idf * (token.stop ? STOPWORD_VALUE : 1)
    return this.#idf[number]
  }

  /** The number of a pair of heads that follow each other in the question, or −1. */
  bigram(first: number, second: number): number {
    return this.#bigrams[first * this.#heads + second]!
  }

  #valueOf(token: Token, slot: number): number {
    if (slot >= 0) return this.slots.value[slot]!
    return token.stop ? STOPWORD_VALUE * this.rarity.of(token.term, STOPWORD_SHARE) : this.rarity.unseen
  }

  #numberBigrams(heads: number[]): number {
    let count = 0
    for (let position = 0; position + 1 < heads.length; position++) {
      const pair = heads[position]! * this.#heads + heads[position + 1]!
      if (this.#bigrams[pair] === -1) this.#bigrams[pair] = count++
    }
    return count
  }
}

/** Synonyms by number: those of one word that occurs have the same, because the word counts once. */
class SynonymNumbers {
  readonly all: Synonym[] = []
  readonly #byTerm = new Map<string, number>()
  readonly #bySlot = new Map<number, number>()

  get terms(): Iterable<string> {
    return this.#byTerm.keys()
  }

  of(term: string): number {
    return this.#byTerm.get(term) ?? -1
  }

  add(term: string, synonym: Synonym): void {
    if (this.#byTerm.has(term)) return
    const known = synonym.slot < 0 ? undefined : this.#bySlot.get(synonym.slot)
    const number = known ?? this.all.push(synonym) - 1
    this.#byTerm.set(term, number)
    if (synonym.slot >= 0) this.#bySlot.set(synonym.slot, number)
  }
}
