import { backgroundShare } from '../background.ts'
import { inverseDocumentFrequency } from '../formulas.ts'
import { synonymsOf } from '../synonyms.ts'
import type { Token } from '../tokens.ts'

/** A term that is looked for. Terms of one group are readings of the same word: the best of them counts. */
export interface AskedTerm {
  term: string
  /** 1 for a content word as it was written, less for a stopword, a repair or a guess. */
  weight: number
  group: number
}

/** The question, repaired, with its terms. */
export interface AskedQuestion {
  language: string
  terms: AskedTerm[]
  /** Terms of the workspace that may stand for the question's. */
  synonyms: string[]
  /** Its words in order, repaired. */
  tokens: Token[]
  /** Other terms of each token's word. */
  alternates: string[][]
  /** Content words that occur nowhere and were not repaired. */
  unknown: number
}

/** What is known of all entries of the workspace; lengths are means, in terms. */
export interface Collection {
  entries: number
  averages: { question: number; alternatives: number; body: number; phrasing: number; sentence: number }
  documentFrequency: ReadonlyMap<string, number>
  /** Whether `documentFrequency` holds every term of the workspace, not just those of the question. */
  complete: boolean
}

/** What a token of an entry means to the question; worked out once per word and search. */
export interface TokenMatch {
  slot: number
  /** Number of the term among the question's terms in order, or −1. */
  head: number
  synonym: Synonym | undefined
  grams: Int32Array
  /** Pairs of: number of a word of the question, how alike it is in 0…1. */
  near: Float64Array
}
/** `slot` −1: the word it stands for is not in the workspace at all. */
export interface Synonym {
  key: string
  slot: number
  value: number
}

/** How many entries' worth of belief the language at large gets. */
const BACKGROUND_ENTRIES = 100
const SYNONYM_LIKENESS = 0.7
const LETTER_LIKENESS = 0.9
const LEAST_LETTERS = 0.4
const LEAST_SHARED_GRAMS = 3
const STOPWORD_WEIGHT = 0.4
const STOPWORD_SHARE = 0.25
const NOTHING_NEAR = new Float64Array(0)

/** The share of character grams two words have in common (Dice). */
function dice(a: Int32Array, b: Int32Array): number {
  let shared = 0
  for (const gram of a) if (b.includes(gram)) shared++
  return (2 * shared) / (a.length + b.length || 1)
}

const NO_GRAMS = new Int32Array(0)

/** The question as slots with weights: everything of the ranking that does not depend on the entry. */
export class QuestionModel {
  readonly language: string
  readonly collection: Collection
  readonly count: number
  readonly groups: number
  readonly group: Int32Array
  readonly weight: Float64Array
  readonly idf: Float64Array
  /** weight × idf of each slot. */
  readonly value: Float64Array
  /** What a perfect match is worth: the sum over the words, unknown ones included. Never 0. */
  readonly mass: number
  /** Slots of the content words in the question's order. */
  readonly content: number[] = []
  readonly bigrams: number
  /** Number of different words in the question. */
  heads = 0
  readonly gramCounts: Float64Array
  /** The question's different words, with what each is worth. */
  readonly asked: { token: Token; value: number }[] = []
  #askedMass = 0
  readonly #askedNumbers = new Map<string, number>()
  /** synonym → the words it may stand for */
  readonly #askedSynonyms = new Map<string, number[]>()
  readonly #slots = new Map<string, number>()
  readonly #heads = new Map<string, number>()
  readonly #bigrams = new Map<number, number>()
  readonly #grams = new Map<number, number>()
  readonly #synonyms = new Map<string, Synonym>()
  readonly #matches = new Map<Token, TokenMatch>()

  constructor(question: AskedQuestion, collection: Collection) {
    const { terms } = question
    this.language = question.language
    this.collection = collection
    this.count = terms.length
    this.group = Int32Array.from(terms, (t) => t.group)
    this.groups = terms.reduce((most, t) => Math.max(most, t.group + 1), 0)
    this.weight = Float64Array.from(terms, (t) => t.weight)
    this.idf = Float64Array.from(terms, (t) => this.idfOf(t.term, 0))
    this.value = this.weight.map((w, i) => w * this.idf[i]!)
    const rarest = this.#mixed(0, backgroundShare('', question.language))
    this.mass = this.bestOfGroups(this.value) + question.unknown * rarest || 1
    terms.forEach((t, i) => {
      this.#slots.set(t.term, i)
    })
    question.tokens.forEach(({ term }, at) => {
      const head = this.#heads.get(term) ?? this.heads++
      for (const same of [term, ...(question.alternates[at] ?? [])])
        if (!this.#heads.has(same)) this.#heads.set(same, head)
      const slot = this.#slots.get(term)
      if (slot !== undefined && this.weight[slot]! > 0.5) this.content.push(slot)
    })
    this.#collectAsked(question, rarest)
    this.bigrams = this.#collectBigrams(question.tokens)
    this.gramCounts = this.#collectGrams(question.tokens)
    this.#collectSynonyms(question, rarest)
  }

  /** The idf of any term; `unknownShare` is the share of entries assumed to hold a term nothing is known of. */
  idfOf(term: string, unknownShare: number): number {
    const { entries, documentFrequency, complete } = this.collection
    const frequency = documentFrequency.get(term) ?? (complete ? 0 : entries * unknownShare)
    return this.#mixed(frequency, backgroundShare(term, this.language))
  }

  #mixed(frequency: number, share: number | undefined): number {
    const { entries } = this.collection
    if (share === undefined) return inverseDocumentFrequency(frequency, entries)
    return inverseDocumentFrequency(
      Math.min(frequency, entries) + BACKGROUND_ENTRIES * share,
      entries + BACKGROUND_ENTRIES,
    )
  }

  /** Sums the best value of each group. */
  bestOfGroups(values: ArrayLike<number>): number {
    let sum = 0
    for (let i = 0; i < this.count; ) {
      const group = this.group[i]
      let best = 0
      for (; i < this.count && this.group[i] === group; i++) if (values[i]! > best) best = values[i]!
      sum += best
    }
    return sum
  }

  match(token: Token): TokenMatch {
    let match = this.#matches.get(token)
    if (!match) {
      const slot = this.#slots.get(token.term) ?? -1
      const grams = this.#gramsOf(token)
      match = {
        slot,
        head: this.#heads.get(token.term) ?? -1,
        synonym: slot < 0 ? this.#synonyms.get(token.term) : undefined,
        grams,
        near: this.#nearOf(token, grams),
      }
      this.#matches.set(token, match)
    }
    return match
  }

  /** The slot of a pair of heads that follow each other in the question, or −1. */
  bigram(first: number, second: number): number {
    return this.#bigrams.get(first * this.heads + second) ?? -1
  }

  /** Of how much of the question, by what its words are worth; `found` in 0…1 for each. */
  shareOf(found: Float64Array): number {
    let sum = 0
    for (let i = 0; i < found.length; i++) sum += found[i]! * this.asked[i]!.value
    return this.#askedMass ? sum / this.#askedMass : 0
  }

  #nearOf(token: Token, grams: Int32Array): Float64Array {
    if (token.pair) return NOTHING_NEAR
    const equal = this.#askedNumbers.get(token.term)
    if (equal !== undefined) return Float64Array.of(equal, 1)
    if (token.stop) return NOTHING_NEAR
    const synonyms = this.#askedSynonyms.get(token.term)
    if (!synonyms && grams.length < LEAST_SHARED_GRAMS) return NOTHING_NEAR
    const out: number[] = []
    this.asked.forEach(({ token: own }, i) => {
      if (own.stop) return
      const letters = grams.length < LEAST_SHARED_GRAMS ? 0 : dice(own.grams, token.grams)
      const byLetters = letters >= LEAST_LETTERS ? letters * LETTER_LIKENESS : 0
      const likeness = Math.max(byLetters, synonyms?.includes(i) ? SYNONYM_LIKENESS : 0)
      if (likeness) out.push(i, likeness)
    })
    return out.length ? Float64Array.from(out) : NOTHING_NEAR
  }

  #gramsOf(token: Token): Int32Array {
    if (!this.#grams.size || token.pair) return NO_GRAMS
    const slots: number[] = []
    for (const gram of token.grams) {
      const slot = this.#grams.get(gram)
      if (slot !== undefined) slots.push(slot)
    }
    return slots.length ? Int32Array.from(slots) : NO_GRAMS
  }

  #collectAsked(question: AskedQuestion, rarest: number): void {
    question.tokens.forEach((token, at) => {
      if (token.pair || this.#askedNumbers.has(token.term)) return
      const number = this.asked.length
      for (const same of [token.term, ...(question.alternates[at] ?? [])]) {
        if (!this.#askedNumbers.has(same)) this.#askedNumbers.set(same, number)
      }
      const slot = this.#slots.get(token.term)
      const unseen = token.stop ? STOPWORD_WEIGHT * this.idfOf(token.term, STOPWORD_SHARE) : rarest
      const value = slot !== undefined ? this.value[slot]! : unseen
      this.asked.push({ token, value })
      this.#askedMass += value
      if (token.stop) return
      for (const synonym of synonymsOf(token.term, question.language)) {
        this.#askedSynonyms.set(synonym, [...(this.#askedSynonyms.get(synonym) ?? []), number])
      }
    })
  }

  #collectBigrams(tokens: Token[]): number {
    for (let i = 0; i + 1 < tokens.length; i++) {
      const key = this.#heads.get(tokens[i]!.term)! * this.heads + this.#heads.get(tokens[i + 1]!.term)!
      if (!this.#bigrams.has(key)) this.#bigrams.set(key, this.#bigrams.size)
    }
    return this.#bigrams.size
  }

  #collectGrams(tokens: Token[]): Float64Array {
    const counts: number[] = []
    for (const token of tokens) {
      if (token.stop || token.pair) continue
      for (const gram of token.grams) {
        const slot = this.#grams.get(gram) ?? this.#grams.size
        this.#grams.set(gram, slot)
        counts[slot] = (counts[slot] ?? 0) + 1
      }
    }
    return Float64Array.from(counts)
  }

  #collectSynonyms(question: AskedQuestion, rarest: number): void {
    for (const { term } of question.tokens) {
      const slot = this.#slots.get(term) ?? -1
      for (const synonym of synonymsOf(term, question.language)) {
        if (this.#slots.has(synonym) || this.#synonyms.has(synonym)) continue
        this.#synonyms.set(synonym, {
          key: slot < 0 ? synonym : String(slot),
          slot,
          value: slot < 0 ? rarest : this.value[slot]!,
        })
      }
    }
  }
}
