import type { PackedEntries } from '../memory-index/packed-entries.ts'
import type { TokenTable } from '../memory-index/token-table.ts'
import { synonymsOf } from '../text/synonyms.ts'
import type { Token } from '../text/tokens.ts'
import { AskedTerms } from './asked-terms.ts'
import { AskedWords, NO_SIMILAR_WORDS } from './asked-words.ts'
import { GramTable } from './gram-table.ts'
import type { AskedQuestion, Collection } from './question.ts'
import { Rarity } from './rarity.ts'
import { type TermRole, TokenRoles } from './token-roles.ts'
import { tokensByGram } from './tokens-by-gram.ts'

/** A synonym of the question's words; `term` is the number of the word that it may stand for, −1 when that does not occur. */
export interface Synonym {
  term: number
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
  readonly terms: AskedTerms
  readonly words: AskedWords
  readonly roles: TokenRoles
  /** Value of a perfect match: the sum over the words, including unknown ones. Never 0. */
  readonly mass: number
  /** Numbers of the content words' terms, in the question's order. */
  readonly content: number[]
  /** Number of different pairs of adjacent words in the question. */
  readonly bigrams: number
  /** Each synonym counts once for the word that it may stand for. */
  readonly synonyms: readonly Synonym[]
  /** For what is worked out for one entry after the other: `values` by term, `words` by asked word. */
  readonly scratch: Record<'values' | 'words', Float64Array>
  /** Frequency of each character gram in the question. */
  readonly gramCounts: Float64Array
  /** Number of words of the question. */
  readonly #length: number
  /** Number of each pair of the question's words, or −1. */
  readonly #bigrams: Int16Array
  readonly #similarWords: (ArrayLike<number> | undefined)[] = []
  readonly #tokenTable: TokenTable
  /** By the number of the token; 0 where it has not been worked out. */
  readonly #idf: Float64Array

  constructor(
    question: AskedQuestion,
    collection: Collection,
    packedEntries: PackedEntries,
    candidateSlots: readonly number[],
  ) {
    const tokenTable = packedEntries.tokens
    const { tokens, alternates, terms, unknown, language } = question
    this.#tokenTable = tokenTable
    this.#idf = new Float64Array(tokenTable.end)
    this.collection = collection
    this.rarity = new Rarity(collection, language)
    this.terms = new AskedTerms(terms, this.rarity)
    this.mass = this.terms.bestOfGroups(this.terms.value) + unknown * this.rarity.unseen || 1
    const readings = tokens.map(({ term }, position) => [term, ...(alternates[position] ?? [])])
    const wordTerms = readings.map(
      (ownReadings) => ownReadings.map((term) => this.terms.of(term)).find((term) => term >= 0) ?? -1,
    )
    this.content = wordTerms.filter((term) => term >= 0 && this.terms.isContent(term))
    const gramTable = new GramTable(tokens)
    this.gramCounts = gramTable.counts
    this.words = new AskedWords(this.gramCounts.length)
    const questionWords = new Map<string, number>()
    const synonyms = new SynonymNumbers()
    tokens.forEach((token, position) => {
      const questionWord = questionWords.get(token.term) ?? position
      for (const term of readings[position]!) if (!questionWords.has(term)) questionWords.set(term, questionWord)
      const wordTerm = wordTerms[position]!
      const gramNumbers =
        token.isStopWord || token.isPair ? NO_GRAMS : Array.from(token.grams, (gram) => gramTable.of(gram))
      this.words.add(
        { token, terms: readings[position]!, value: this.#valueOf(token, wordTerm), grams: gramNumbers },
        language,
      )
      const wordValue = wordTerm < 0 ? this.rarity.unseen : this.terms.value[wordTerm]!
      for (const synonym of synonymsOf(token.term, language)) {
        if (this.terms.of(synonym) < 0) synonyms.add(synonym, { term: wordTerm, value: wordValue })
      }
    })
    this.synonyms = synonyms.all
    this.#length = tokens.length
    this.#bigrams = new Int16Array(this.#length ** 2).fill(-1)
    this.bigrams = this.#numberBigrams(tokens.map(({ term }) => questionWords.get(term)!))
    const roleByTerm = new Map<string, TermRole>()
    for (const term of [...terms.map((askedTerm) => askedTerm.term), ...questionWords.keys(), ...synonyms.terms]) {
      const termNumber = this.terms.of(term)
      const questionWord = questionWords.get(term) ?? -1
      roleByTerm.set(term, { term: termNumber, questionWord, synonym: termNumber < 0 ? synonyms.of(term) : -1 })
    }
    this.roles = new TokenRoles(roleByTerm, tokensByGram(gramTable.grams, packedEntries, candidateSlots), tokenTable)
    this.scratch = {
      values: new Float64Array(this.terms.count),
      words: new Float64Array(this.words.count),
    }
  }

  /** Pairs of: number of a word of the question, its similarity to a token with this role in 0…1. */
  similarWords(roleNumber: number): ArrayLike<number> {
    const token = this.roles.token(roleNumber)
    this.#similarWords[roleNumber] ??= token
      ? this.words.similarTo(token, this.roles.gramsOf(roleNumber))
      : NO_SIMILAR_WORDS
    return this.#similarWords[roleNumber]
  }

  /** Weight of a token, lower for a stop word. */
  idfOf(tokenNumber: number): number {
    const knownIdf = this.#idf[tokenNumber]!
    if (knownIdf) return knownIdf
    const token = this.#tokenTable.token(tokenNumber)
    const termNumber = this.terms.of(token.term)
    const idf = termNumber >= 0 ? this.terms.idf[termNumber]! : this.rarity.of(token.term, ASSUMED_SHARE)
    this.#idf[tokenNumber] = idf * (token.isStopWord ? STOPWORD_VALUE : 1)
    return this.#idf[tokenNumber]
  }

  /** The number of a pair of words that follow each other in the question, or −1. */
  bigram(firstWord: number, secondWord: number): number {
    return this.#bigrams[firstWord * this.#length + secondWord]!
  }

  #valueOf(token: Token, term: number): number {
    if (term >= 0) return this.terms.value[term]!
    return token.isStopWord ? STOPWORD_VALUE * this.rarity.of(token.term, STOPWORD_SHARE) : this.rarity.unseen
  }

  #numberBigrams(questionWords: number[]): number {
    let bigramCount = 0
    for (let position = 0; position + 1 < questionWords.length; position++) {
      const wordPair = questionWords[position]! * this.#length + questionWords[position + 1]!
      if (this.#bigrams[wordPair] === -1) this.#bigrams[wordPair] = bigramCount++
    }
    return bigramCount
  }
}

/** Synonyms by number: those of one word that occurs have the same, because the word counts once. */
class SynonymNumbers {
  readonly all: Synonym[] = []
  readonly #byTerm = new Map<string, number>()
  readonly #byWord = new Map<number, number>()

  get terms(): Iterable<string> {
    return this.#byTerm.keys()
  }

  of(term: string): number {
    return this.#byTerm.get(term) ?? -1
  }

  add(term: string, synonym: Synonym): void {
    if (this.#byTerm.has(term)) return
    const knownSynonym = synonym.term < 0 ? undefined : this.#byWord.get(synonym.term)
    const synonymNumber = knownSynonym ?? this.all.push(synonym) - 1
    this.#byTerm.set(term, synonymNumber)
    if (synonym.term >= 0) this.#byWord.set(synonym.term, synonymNumber)
  }
}
