import { isEverydayTerm } from '../text/background.ts'
import { synonymsOf } from '../text/synonyms.ts'
import { isContentWord, isCutOut, TOKEN_IDS, type Token } from '../text/tokens.ts'
import { AskedWords } from './asked-words.ts'
import type { AskedQuestion, Collection } from './question.ts'
import { Rarity } from './rarity.ts'
import { Slots } from './slots.ts'

/** Role of a term in the question. */
interface Meaning {
  /** −1: it is not one of the question's terms. */
  slot: number
  /** Number among the question's words in order, or −1. */
  head: number
  /** Number of the content word it matches, or −1. */
  subject: number
  synonym: Synonym | undefined
}

const MEANS_NOTHING: Meaning = { slot: -1, head: -1, subject: -1, synonym: undefined }

/** Role of an entry's token in the question; computed once per word and search. */
export interface TokenMatch extends Meaning {
  readonly token: Token
  /** Numbers of the character grams it shares with the question. */
  grams: readonly number[]
  /** See `near` and `idfOf`, which work these out when they are first asked for. */
  near: readonly number[] | undefined
  idf: number | undefined
}

/** `slot` −1: the matched word does not occur in the workspace. */
export interface Synonym {
  key: string
  slot: number
  subject: number
  value: number
}

const STOPWORD_VALUE = 0.4
const STOPWORD_SHARE = 0.25
/** An entry's word that the question lacks is taken to occur in one entry of fifty where nothing better is known. */
const ASSUMED_SHARE = 0.02
/**
 * Index of a token in the list of the model that last used it. Shared by all models: an index of another model refers
 * to a different token and is computed again.
 */
const places = new Uint32Array(TOKEN_IDS)
/** More than a question has words. */
const MAX_HEADS = 1024
const GRAM_MARKS = 4096
const NO_GRAMS: readonly number[] = []

/** Everything of the ranking that depends on the question and the workspace, but not on the entry. */
export class QuestionModel {
  readonly collection: Collection
  readonly rarity: Rarity
  readonly slots: Slots
  readonly words: AskedWords
  /** Value of a perfect match: the sum over the words, including unknown ones. Never 0. */
  readonly mass: number
  /** Numbers of the different content words, by their terms. */
  readonly subjects: ReadonlyMap<string, number>
  /** Number of words that occur in the workspace, but not verifiably in an entry. */
  readonly cutOut: readonly number[]
  /** Slots of the content words in the question's order. */
  readonly content: number[]
  /** Number of different pairs of adjacent words in the question. */
  readonly bigrams: number
  /** For what is worked out for one entry after the other: `values` and `local` by slot, `words` by asked word. */
  readonly scratch: Record<'values' | 'local' | 'words', Float64Array>
  /** Frequency of each character gram in the question. */
  readonly gramCounts: Float64Array
  readonly #language: string
  readonly #heads = new Map<string, number>()
  readonly #bigrams = new Map<number, number>()
  readonly #grams = new Map<number, number>()
  /** Marks the grams the question has by their last bits: most grams of most words are none of them. */
  readonly #gramMarks = new Uint8Array(GRAM_MARKS)
  readonly #synonyms = new Map<string, Synonym>()
  /** Roles of the terms that are relevant to the question: one lookup per word of an entry. */
  readonly #meanings = new Map<string, Meaning>()
  readonly #matches: TokenMatch[] = []
  /** By slot. */
  readonly #subjects: number[]

  constructor(question: AskedQuestion, collection: Collection) {
    this.collection = collection
    this.#language = question.language
    this.rarity = new Rarity(collection, question.language)
    this.slots = new Slots(question.terms, this.rarity)
    this.mass = this.slots.bestOfGroups(this.slots.value) + question.unknown * this.rarity.unseen || 1
    const readings = question.tokens.map(({ term }, position) => [term, ...(question.alternates[position] ?? [])])
    const slots = readings.map((terms) => terms.map((term) => this.slots.of(term)).find((slot) => slot >= 0) ?? -1)
    this.gramCounts = this.#countGrams(question.tokens)
    this.words = new AskedWords(this.gramCounts.length)
    const subjects = new Set(
      question.tokens.filter((token, position) => this.#isSubject(token, slots[position]!)).map(({ term }) => term),
    )
    this.subjects = new Map([...subjects].map((term, number) => [term, number]))
    this.#subjects = question.terms.map(({ at }) => this.#subjectOf(question.tokens[at]!))
    const cutOut = question.tokens.filter((token) => isCutOut(token) && this.slots.of(token.term) >= 0)
    this.cutOut = cutOut.map((token) => this.#subjectOf(token)).filter((subject) => subject >= 0)
    this.content = slots.filter((slot) => slot >= 0 && this.slots.isContent(slot))
    question.tokens.forEach((token, position) => {
      const head = this.#heads.get(token.term) ?? position
      for (const term of readings[position]!) if (!this.#heads.has(term)) this.#heads.set(term, head)
      const slot = slots[position]!
      const grams = token.stop ? NO_GRAMS : this.#gramsOf(token)
      this.words.add({ token, terms: readings[position]!, value: this.#valueOf(token, slot), grams }, question.language)
      this.#addSynonyms(token, slot, question.language)
    })
    this.bigrams = this.#countBigrams(question.tokens)
    for (const { term } of question.terms) this.#addMeaning(term)
    for (const term of this.#heads.keys()) this.#addMeaning(term)
    for (const term of this.#synonyms.keys()) this.#addMeaning(term)
    this.scratch = {
      values: new Float64Array(this.slots.count),
      local: new Float64Array(this.slots.count),
      words: new Float64Array(this.words.count),
    }
  }

  match(token: Token): TokenMatch {
    const known = this.#matches[places[token.id]!]
    if (known && known.token === token) return known
    const { slot, head, subject, synonym } = this.#meanings.get(token.term) ?? MEANS_NOTHING
    const match: TokenMatch = {
      token,
      slot,
      head,
      subject,
      synonym,
      grams: this.#gramsOf(token),
      near: undefined,
      idf: undefined,
    }
    places[token.id] = this.#matches.length
    this.#matches.push(match)
    return match
  }

  /** Pairs of: number of a word of the question, how alike the token is to it in 0…1. */
  near(match: TokenMatch): readonly number[] {
    match.near ??= this.words.near(match.token, match.grams)
    return match.near
  }

  /** Weight of an entry's token, lower for a stop word. */
  idfOf(match: TokenMatch): number {
    const { slot, token } = match
    match.idf ??=
      (slot >= 0 ? this.slots.idf[slot]! : this.rarity.of(token.term, ASSUMED_SHARE)) *
      (token.stop ? STOPWORD_VALUE : 1)
    return match.idf
  }

  /** The number of a pair of heads that follow each other in the question, or −1. */
  bigram(first: number, second: number): number {
    return this.#bigrams.get(first * MAX_HEADS + second) ?? -1
  }

  #valueOf(token: Token, slot: number): number {
    if (slot >= 0) return this.slots.value[slot]!
    return token.stop ? STOPWORD_VALUE * this.rarity.of(token.term, STOPWORD_SHARE) : this.rarity.unseen
  }

  /** A word of every day that the workspace happens not to use is nothing that a question is about. */
  #isSubject(token: Token, slot: number): boolean {
    return isContentWord(token) && (slot >= 0 || !isEverydayTerm(token.term, this.#language))
  }

  #subjectOf({ term }: Token): number {
    return this.subjects.get(term) ?? -1
  }

  #addSynonyms(token: Token, slot: number, language: string): void {
    for (const synonym of synonymsOf(token.term, language)) {
      if (this.slots.of(synonym) >= 0 || this.#synonyms.has(synonym)) continue
      this.#synonyms.set(synonym, {
        key: slot < 0 ? synonym : String(slot),
        slot,
        subject: this.#subjectOf(token),
        value: slot < 0 ? this.rarity.unseen : this.slots.value[slot]!,
      })
    }
  }

  #addMeaning(term: string): void {
    const slot = this.slots.of(term)
    const synonym = slot < 0 ? this.#synonyms.get(term) : undefined
    const subject = slot < 0 ? (synonym?.subject ?? -1) : this.#subjects[slot]!
    this.#meanings.set(term, { slot, head: this.#heads.get(term) ?? -1, subject, synonym })
  }

  #countBigrams(tokens: Token[]): number {
    for (let index = 0; index + 1 < tokens.length; index++) {
      const key = this.#heads.get(tokens[index]!.term)! * MAX_HEADS + this.#heads.get(tokens[index + 1]!.term)!
      if (!this.#bigrams.has(key)) this.#bigrams.set(key, this.#bigrams.size)
    }
    return this.#bigrams.size
  }

  #countGrams(tokens: Token[]): Float64Array {
    const counts: number[] = []
    for (const token of tokens) {
      if (token.stop || token.pair) continue
      for (const gram of token.grams) {
        const number = this.#grams.get(gram) ?? this.#grams.size
        this.#grams.set(gram, number)
        this.#gramMarks[gram & (GRAM_MARKS - 1)] = 1
        counts[number] = (counts[number] ?? 0) + 1
      }
    }
    return Float64Array.from(counts)
  }

  #gramsOf(token: Token): readonly number[] {
    if (!this.#grams.size || token.pair) return NO_GRAMS
    const numbers: number[] = []
    for (let index = 0; index < token.grams.length; index++) {
      const gram = token.grams[index]!
      if (!this.#gramMarks[gram & (GRAM_MARKS - 1)]) continue
      const number = this.#grams.get(gram)
      if (number !== undefined) numbers.push(number)
    }
    return numbers.length ? numbers : NO_GRAMS
  }
}
