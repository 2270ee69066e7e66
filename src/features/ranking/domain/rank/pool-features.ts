import { FIELDS } from '../memory-index/impacts.ts'
import { inverseDocumentFrequency, K, lengthNorm, saturate } from './formulas.ts'
import type { PreparedEntry, WordNumbers } from './prepared.ts'
import type { QuestionModel, TokenMatch } from './question-model.ts'

const CHARACTERS_PER_WORD = 5

/** The features that one pass over the words of the candidates gives; they make up most of the score. */
export interface PoolFeatures {
  /** BM25 over the weighted fields (Robertson and Zaragoza 2004). */
  bm25f: number
  /** The idf share of the words found. */
  coverage: number
  bigrams: number
  characters: number
  /** The idf share of the words that are missing here but stand in for a bundled synonym that is present. */
  synonyms: number
}

export interface PooledEntry {
  features: PoolFeatures
  /** Meaning of each of the entry's words for the question. */
  matches: TokenMatch[]
}

/** Works out the pool's features: `bigrams` and `characters` are weighed by how common each is among these candidates. */
export function poolFeatures(model: QuestionModel, candidates: PreparedEntry[]): PooledEntry[] {
  const pass = new Pass(model, candidates.length)
  const pooled = candidates.map((entry, row) => pass.read(entry, row))
  const bigramFit = weigher(pass.bigrams, model.bigrams, candidates.length)
  const gramFit = weigher(pass.grams, model.gramCounts.length, candidates.length, model.gramCounts)
  pooled.forEach(({ features }, row) => {
    features.bigrams = bigramFit(row)
    features.characters = gramFit(row)
  })
  return pooled
}

/** Counts in arrays that are used again for each entry: a new set for each would cost more than the counting. */
class Pass {
  /** Saturated frequencies, a row for each candidate. */
  readonly bigrams: Float64Array
  readonly grams: Float64Array
  readonly #model: QuestionModel
  /** Views of the arrays that are reset for each entry. */
  readonly #counts: Float64Array
  /** Term frequency per slot, field by field. */
  readonly #fields: [Float64Array, Float64Array, Float64Array]
  /** The same for pairs of adjacent words. */
  readonly #pairs: [Float64Array, Float64Array, Float64Array]
  readonly #scores: Float64Array
  readonly #found: Float64Array
  readonly #headGrams: Float64Array
  readonly #bodyGrams: Float64Array
  /** Number of occurrences of each word in question and alternatives, and in the body. */
  #head = new Uint16Array(256)
  #body = new Uint16Array(256)

  constructor(model: QuestionModel, rows: number) {
    const { count } = model.slots
    this.#model = model
    this.bigrams = new Float64Array(rows * model.bigrams)
    this.grams = new Float64Array(rows * model.gramCounts.length)
    const { bigrams, gramCounts } = model
    this.#counts = new Float64Array(3 * count + 3 * bigrams + 2 * gramCounts.length)
    let taken = 0
    const part = (length: number) => {
      taken += length
      return this.#counts.subarray(taken - length, taken)
    }
    this.#fields = [part(count), part(count), part(count)]
    this.#pairs = [part(bigrams), part(bigrams), part(bigrams)]
    this.#headGrams = part(gramCounts.length)
    this.#bodyGrams = part(gramCounts.length)
    this.#scores = new Float64Array(count)
    this.#found = new Float64Array(count)
  }

  read(entry: PreparedEntry, row: number): PooledEntry {
    const model = this.#model
    const matches = entry.words.map((token) => model.match(token))
    this.#clear(matches.length)
    const [question, alternatives, body] = this.#fields
    const [inQuestion, inAlternatives, inBody] = this.#pairs
    this.#count(matches, entry.question, question, inQuestion)
    for (const phrasing of entry.alternatives) this.#count(matches, phrasing, alternatives, inAlternatives)
    for (const sentence of entry.body) this.#count(matches, sentence, body, inBody)
    for (const word of entry.question) this.#head[word]!++
    for (const phrasing of entry.alternatives) for (const word of phrasing) this.#head[word]!++
    let left = entry.bodyGramWords
    for (const sentence of entry.body) {
      if (left <= 0) break
      for (let p = 0; p < sentence.length && left > 0; p++, left--) this.#body[sentence[p]!]!++
    }
    const norms = fieldNorms(model, entry)
    this.#writePairs(norms, row)
    this.#writeGrams(entry, matches, row)
    const { bm25f, coverage } = this.#fieldFeatures(norms)
    return { features: { bm25f, coverage, bigrams: 0, characters: 0, synonyms: this.#synonyms(matches) }, matches }
  }

  #clear(words: number): void {
    this.#counts.fill(0)
    if (this.#head.length < words) {
      this.#head = new Uint16Array(2 * words)
      this.#body = new Uint16Array(2 * words)
    } else {
      this.#head.fill(0, 0, words)
      this.#body.fill(0, 0, words)
    }
  }

  /** Counts the terms and the pairs of adjacent words of one phrasing or sentence. */
  #count(matches: TokenMatch[], words: WordNumbers, terms: Float64Array, pairs: Float64Array): void {
    let before = -1
    for (let p = 0; p < words.length; p++) {
      const { slot, head } = matches[words[p]!]!
      if (slot >= 0) terms[slot]!++
      if (before >= 0 && head >= 0) {
        const bigram = this.#model.bigram(before, head)
        if (bigram >= 0) pairs[bigram]!++
      }
      before = head
    }
  }

  #fieldFeatures(norms: FieldNorms) {
    const { slots, mass } = this.#model
    for (let index = 0; index < slots.count; index++) {
      const frequency = weighted(this.#fields, index, norms)
      this.#found[index] = frequency ? slots.value[index]! : 0
      this.#scores[index] = frequency ? slots.value[index]! * saturate(frequency) : 0
    }
    return {
      bm25f: slots.bestOfGroups(this.#scores) / (mass * (K + 1)),
      coverage: slots.bestOfGroups(this.#found) / mass,
    }
  }

  #writePairs(norms: FieldNorms, row: number): void {
    const { bigrams } = this.#model
    for (let index = 0; index < bigrams; index++) {
      const frequency = weighted(this.#pairs, index, norms)
      if (frequency) this.bigrams[row * bigrams + index] = saturate(frequency)
    }
  }

  #writeGrams({ characters }: PreparedEntry, matches: TokenMatch[], row: number): void {
    const { averages } = this.#model.collection
    const inHead = this.#headGrams
    const inBody = this.#bodyGrams
    for (let word = 0; word < matches.length; word++) {
      const { grams } = matches[word]!
      for (let index = 0; index < grams.length; index++) {
        inHead[grams[index]!]! += this.#head[word]!
        inBody[grams[index]!]! += this.#body[word]!
      }
    }
    const head = lengthNorm(0.5, characters.head, CHARACTERS_PER_WORD * (averages.question + averages.alternatives))
    const body = lengthNorm(0.75, characters.body, CHARACTERS_PER_WORD * averages.body)
    const position = row * inHead.length
    for (let index = 0; index < inHead.length; index++) {
      if (inHead[index] || inBody[index])
        this.grams[position + index] = saturate(inHead[index]! / head + inBody[index]! / body)
    }
  }

  #synonyms(matches: TokenMatch[]): number {
    const there = matches.flatMap(({ synonym }) => synonym ?? [])
    if (!there.length) return 0
    const seen = new Map(there.map((synonym) => [synonym.key, synonym]))
    const [question, alternatives, body] = this.#fields
    let sum = 0
    for (const { slot, value } of seen.values()) {
      if (slot < 0 || !(question[slot]! + alternatives[slot]! + body[slot]!)) sum += value
    }
    return Math.min(1, sum / this.#model.mass)
  }
}

interface FieldNorms {
  question: number
  alternatives: number
  body: number
}

function fieldNorms(model: QuestionModel, { lengths }: PreparedEntry): FieldNorms {
  const { averages } = model.collection
  return {
    question: lengthNorm(FIELDS.question.b, lengths.question, averages.question),
    alternatives: lengthNorm(FIELDS.alternatives.b, lengths.alternatives, averages.alternatives),
    body: lengthNorm(FIELDS.body.b, lengths.body, averages.body),
  }
}

type Counts = [Float64Array, Float64Array, Float64Array]

const weighted = ([question, alternatives, body]: Counts, index: number, norms: FieldNorms): number =>
  (FIELDS.question.weight * question[index]!) / norms.question +
  (FIELDS.alternatives.weight * alternatives[index]!) / norms.alternatives +
  (FIELDS.body.weight * body[index]!) / norms.body

/**
 * Weights saturated frequencies by their idf over the candidates, as a share of a perfect match. In a small workspace
 * the candidates are all entries; in a large one they separate entries better than the global word frequencies (MRR@10
 * .899 instead of .886 on passages). `times`: frequencies in the question.
 */
function weigher(values: Float64Array, count: number, rows: number, times?: Float64Array): (row: number) => number {
  const idf = new Float64Array(count)
  for (let position = 0; position < values.length; position += count) {
    for (let index = 0; index < count; index++) if (values[position + index]! > 0) idf[index]!++
  }
  let mass = 0
  for (let index = 0; index < count; index++) {
    idf[index] = inverseDocumentFrequency(idf[index]!, rows) * (times ? times[index]! : 1)
    mass += idf[index]!
  }
  const perfect = mass * (K + 1) || 1
  return (row) => {
    let sum = 0
    for (let index = 0; index < count; index++) sum += values[row * count + index]! * idf[index]!
    return sum / perfect
  }
}
