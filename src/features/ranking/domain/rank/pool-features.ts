import { withRoomFor } from '../memory-index/blocks.ts'
import { FIELDS } from '../memory-index/impacts.ts'
import type { PackedEntry } from '../memory-index/packed-entry.ts'
import { inverseDocumentFrequency, K1, lengthNorm, saturate } from './formulas.ts'
import type { QuestionModel } from './question-model.ts'
import { IRRELEVANT } from './token-roles.ts'

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

/** Reads all candidates once; counts in arrays that are used again for each, because new ones would cost more. */
export class Pool {
  readonly #model: QuestionModel
  readonly #features: PoolFeatures[] = []
  /** Saturated frequencies, a row for each candidate. */
  readonly #bigrams: Float64Array
  readonly #grams: Float64Array
  /** Views of the arrays that are reset for each entry. */
  readonly #counts: Float64Array
  /** Frequency of each term of the question, field by field. */
  readonly #fields: Counts
  /** The same for pairs of adjacent words. */
  readonly #pairs: Counts
  readonly #scores: Float64Array
  readonly #found: Float64Array
  readonly #headGrams: Float64Array
  readonly #bodyGrams: Float64Array
  /** Number of the question's word at each position plus 1; 0 where there is none. */
  #questionWords = new Int16Array(1024)
  /** The positions with a word of the question. */
  readonly #questionWordPositions: number[] = []
  /** Numbers of the synonyms in the entry, in the order of its words. */
  readonly #synonyms: number[] = []
  /** Words of the candidates that are terms of the question, and their end for each row. */
  #matchedWords = new Int32Array(1024)
  readonly #matchedEnds: Int32Array

  constructor(model: QuestionModel, rows: number) {
    const { terms, bigrams, gramCounts } = model
    const { count } = terms
    this.#model = model
    this.#bigrams = new Float64Array(rows * bigrams)
    this.#grams = new Float64Array(rows * gramCounts.length)
    this.#matchedEnds = new Int32Array(rows)
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

  /** Reads the next candidate. */
  read(packed: PackedEntry): void {
    const row = this.#features.length
    this.#counts.fill(0)
    this.#synonyms.length = 0
    this.#questionWords = withRoomFor(this.#questionWords, packed.start(1 + packed.alternatives + packed.sentences))
    this.#matchedEnds[row] = this.#countWords(packed, row ? this.#matchedEnds[row - 1]! : 0)
    this.#countPairs(packed)
    const norms = fieldNorms(this.#model, packed)
    this.#writePairs(norms, row)
    this.#writeGrams(packed, row)
    const { bm25f, coverage } = this.#fieldFeatures(norms)
    this.#features.push({ bm25f, coverage, bigrams: 0, characters: 0, synonyms: this.#synonymFeature() })
  }

  /** The features of all candidates: `bigrams` and `characters` are weighed by how common each is among them. */
  features(): PoolFeatures[] {
    const { bigrams, gramCounts } = this.#model
    const rows = this.#features.length
    const bigramFit = weigher(this.#bigrams, bigrams, rows)
    const gramFit = weigher(this.#grams, gramCounts.length, rows, gramCounts)
    this.#features.forEach((features, row) => {
      features.bigrams = bigramFit(row)
      features.characters = gramFit(row)
    })
    return this.#features
  }

  /** Those of a candidate's words that are terms of the question. */
  matchedWords(row: number): Int32Array {
    return this.#matchedWords.subarray(row ? this.#matchedEnds[row - 1]! : 0, this.#matchedEnds[row]!)
  }

  /** Counts terms, character grams and synonyms, and marks words of the question; appends the matched words and returns their end. */
  #countWords(packed: PackedEntry, matchedEnd: number): number {
    const { roles } = this.#model
    const { bodyStart, gramEnd } = packed
    const [inQuestion, inAlternatives, inBody] = this.#fields
    const questionEnd = packed.start(1)
    let end = matchedEnd
    for (let word = 0; word < packed.words; word++) {
      const role = roles.of(packed.token(word))
      if (role === IRRELEVANT) continue
      const first = packed.placesFrom(word)
      const last = packed.placesTo(word)
      const term = roles.term[role]!
      if (term >= 0) {
        if (end >= this.#matchedWords.length) this.#matchedWords = withRoomFor(this.#matchedWords, end)
        this.#matchedWords[end++] = word
        for (let place = first; place < last; place++) {
          const position = packed.position(place)
          const field = position < questionEnd ? inQuestion : position < bodyStart ? inAlternatives : inBody
          field[term]!++
        }
      }
      const questionWord = roles.questionWord[role]!
      if (questionWord >= 0) this.#markQuestionWord(packed, word, questionWord)
      const synonym = roles.synonym[role]!
      if (synonym >= 0 && !this.#synonyms.includes(synonym)) this.#synonyms.push(synonym)
      const lastGram = roles.gramsTo[role]!
      let gram = roles.gramsFrom[role]!
      if (gram === lastGram) continue
      let place = first
      while (place < last && packed.position(place) < bodyStart) place++
      const headCount = place - first
      const bodyFirst = place
      while (place < last && packed.position(place) < gramEnd) place++
      for (; gram < lastGram; gram++) {
        this.#headGrams[roles.grams[gram]!]! += headCount
        this.#bodyGrams[roles.grams[gram]!]! += place - bodyFirst
      }
    }
    return end
  }

  #markQuestionWord(packed: PackedEntry, word: number, questionWord: number): void {
    const last = packed.placesTo(word)
    for (let place = packed.placesFrom(word); place < last; place++) {
      const position = packed.position(place)
      this.#questionWords[position] = questionWord + 1
      this.#questionWordPositions.push(position)
    }
  }

  /** Counts the pairs of adjacent words, and takes the marks off. */
  #countPairs(packed: PackedEntry): void {
    const questionEnd = packed.start(1)
    const { bodyStart } = packed
    const [inQuestion, inAlternatives, inBody] = this.#pairs
    for (const position of this.#questionWordPositions) {
      const next = this.#questionWords[position + 1]!
      const bigram = next ? this.#model.bigram(this.#questionWords[position]! - 1, next - 1) : -1
      if (bigram < 0) continue
      const field = position < questionEnd ? inQuestion : position < bodyStart ? inAlternatives : inBody
      field[bigram]!++
    }
    for (const position of this.#questionWordPositions) this.#questionWords[position] = 0
    this.#questionWordPositions.length = 0
  }

  #fieldFeatures(norms: FieldNorms) {
    const { terms, mass } = this.#model
    for (let index = 0; index < terms.count; index++) {
      const frequency = weighted(this.#fields, index, norms)
      this.#found[index] = frequency ? terms.value[index]! : 0
      this.#scores[index] = frequency ? terms.value[index]! * saturate(frequency) : 0
    }
    return {
      bm25f: terms.bestOfGroups(this.#scores) / (mass * (K1 + 1)),
      coverage: terms.bestOfGroups(this.#found) / mass,
    }
  }

  #writePairs(norms: FieldNorms, row: number): void {
    const { bigrams } = this.#model
    for (let index = 0; index < bigrams; index++) {
      const frequency = weighted(this.#pairs, index, norms)
      if (frequency) this.#bigrams[row * bigrams + index] = saturate(frequency)
    }
  }

  #writeGrams({ headCharacters, bodyCharacters }: PackedEntry, row: number): void {
    const { averages } = this.#model.collection
    const inHead = this.#headGrams
    const inBody = this.#bodyGrams
    const head = lengthNorm(0.5, headCharacters, CHARACTERS_PER_WORD * (averages.question + averages.alternatives))
    const body = lengthNorm(0.75, bodyCharacters, CHARACTERS_PER_WORD * averages.body)
    const position = row * inHead.length
    for (let index = 0; index < inHead.length; index++) {
      if (inHead[index] || inBody[index])
        this.#grams[position + index] = saturate(inHead[index]! / head + inBody[index]! / body)
    }
  }

  #synonymFeature(): number {
    const [question, alternatives, body] = this.#fields
    let sum = 0
    for (const number of this.#synonyms) {
      const { term, value } = this.#model.synonyms[number]!
      if (term < 0 || !(question[term]! + alternatives[term]! + body[term]!)) sum += value
    }
    return Math.min(1, sum / this.#model.mass)
  }
}

interface FieldNorms {
  question: number
  alternatives: number
  body: number
}

function fieldNorms(model: QuestionModel, packed: PackedEntry): FieldNorms {
  const { averages } = model.collection
  return {
    question: lengthNorm(FIELDS.question.b, packed.length(0), averages.question),
    alternatives: lengthNorm(FIELDS.alternatives.b, packed.lengthOf(1, packed.alternatives), averages.alternatives),
    body: lengthNorm(FIELDS.body.b, packed.lengthOf(1 + packed.alternatives, packed.sentences), averages.body),
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
  const perfect = mass * (K1 + 1) || 1
  return (row) => {
    let sum = 0
    for (let index = 0; index < count; index++) sum += values[row * count + index]! * idf[index]!
    return sum / perfect
  }
}
