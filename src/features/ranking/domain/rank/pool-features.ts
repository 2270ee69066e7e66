import { withRoomFor } from '../memory-index/blocks.ts'
import { FIELD_WEIGHTS } from '../memory-index/impacts.ts'
import type { PackedEntry } from '../memory-index/packed-entry.ts'
import { K1, lengthNorm, saturate } from './formulas.ts'
import { FrequencyRows } from './frequency-rows.ts'
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
export class FeaturePool {
  readonly #model: QuestionModel
  readonly #features: PoolFeatures[] = []
  readonly #bigrams: FrequencyRows
  readonly #grams: FrequencyRows
  /** Views of the arrays that are reset for each entry. */
  readonly #counts: Float64Array
  /** Frequency of each term of the question, field by field. */
  readonly #fields: FieldCounts
  /** The same for pairs of adjacent words. */
  readonly #pairs: FieldCounts
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

  constructor(questionModel: QuestionModel, rowCount: number) {
    const { terms, bigrams, gramCounts } = questionModel
    const { count } = terms
    this.#model = questionModel
    this.#bigrams = new FrequencyRows(rowCount, bigrams)
    this.#grams = new FrequencyRows(rowCount, gramCounts.length)
    this.#matchedEnds = new Int32Array(rowCount)
    this.#counts = new Float64Array(3 * count + 3 * bigrams + 2 * gramCounts.length)
    let takenLength = 0
    const scratchPart = (partLength: number) => {
      takenLength += partLength
      return this.#counts.subarray(takenLength - partLength, takenLength)
    }
    this.#fields = [scratchPart(count), scratchPart(count), scratchPart(count)]
    this.#pairs = [scratchPart(bigrams), scratchPart(bigrams), scratchPart(bigrams)]
    this.#headGrams = scratchPart(gramCounts.length)
    this.#bodyGrams = scratchPart(gramCounts.length)
    this.#scores = new Float64Array(count)
    this.#found = new Float64Array(count)
  }

  /** Reads the next candidate. */
  read(packedEntry: PackedEntry): void {
    const rowIndex = this.#features.length
    this.#counts.fill(0)
    this.#synonyms.length = 0
    this.#questionWords = withRoomFor(
      this.#questionWords,
      packedEntry.start(1 + packedEntry.alternatives + packedEntry.sentences),
    )
    this.#matchedEnds[rowIndex] = this.#countWords(packedEntry, rowIndex ? this.#matchedEnds[rowIndex - 1]! : 0)
    const hasPairs = this.#countPairs(packedEntry)
    const entryNorms = fieldNorms(this.#model, packedEntry)
    if (hasPairs) this.#writePairs(entryNorms, rowIndex)
    this.#writeGrams(packedEntry, rowIndex)
    const { bm25f, coverage } = this.#fieldFeatures(entryNorms)
    this.#features.push({ bm25f, coverage, bigrams: 0, characters: 0, synonyms: this.#synonymFeature() })
  }

  /** The features of all candidates: `bigrams` and `characters` are weighed by how common each is among them. */
  features(): PoolFeatures[] {
    const bigramFits = this.#bigrams.fits()
    const gramFits = this.#grams.fits(this.#model.gramCounts)
    this.#features.forEach((features, rowIndex) => {
      features.bigrams = bigramFits[rowIndex]!
      features.characters = gramFits[rowIndex]!
    })
    return this.#features
  }

  /** Those of a candidate's words that are terms of the question. */
  matchedWords(rowIndex: number): Int32Array {
    return this.#matchedWords.subarray(rowIndex ? this.#matchedEnds[rowIndex - 1]! : 0, this.#matchedEnds[rowIndex]!)
  }

  /** Counts terms, character grams and synonyms, and marks words of the question; appends the matched words and returns their end. */
  #countWords(packedEntry: PackedEntry, matchedEnd: number): number {
    const { roles } = this.#model
    const { bodyStart, gramEnd } = packedEntry
    const [inQuestion, inAlternatives, inBody] = this.#fields
    const headGrams = this.#headGrams
    const bodyGrams = this.#bodyGrams
    const roleGrams = roles.grams
    const questionEnd = packedEntry.start(1)
    let countedEnd = matchedEnd
    for (let wordIndex = 0; wordIndex < packedEntry.words; wordIndex++) {
      const roleNumber = roles.of(packedEntry.token(wordIndex))
      if (roleNumber === IRRELEVANT) continue
      const firstPlace = packedEntry.placesFrom(wordIndex)
      const endPlace = packedEntry.placesTo(wordIndex)
      const termNumber = roles.term[roleNumber]!
      if (termNumber >= 0) {
        if (countedEnd >= this.#matchedWords.length) this.#matchedWords = withRoomFor(this.#matchedWords, countedEnd)
        this.#matchedWords[countedEnd++] = wordIndex
        for (let placeIndex = firstPlace; placeIndex < endPlace; placeIndex++) {
          const position = packedEntry.position(placeIndex)
          const fieldCounts = position < questionEnd ? inQuestion : position < bodyStart ? inAlternatives : inBody
          fieldCounts[termNumber]!++
        }
      }
      const questionWord = roles.questionWord[roleNumber]!
      if (questionWord >= 0) this.#markQuestionWord(packedEntry, wordIndex, questionWord)
      const synonymNumber = roles.synonym[roleNumber]!
      if (synonymNumber >= 0 && !this.#synonyms.includes(synonymNumber)) this.#synonyms.push(synonymNumber)
      const lastGram = roles.gramsTo[roleNumber]!
      let gramIndex = roles.gramsFrom[roleNumber]!
      if (gramIndex === lastGram) continue
      let headEnd = firstPlace
      while (headEnd < endPlace && packedEntry.position(headEnd) < bodyStart) headEnd++
      const headCount = headEnd - firstPlace
      let bodyEnd = endPlace
      while (bodyEnd > headEnd && packedEntry.position(bodyEnd - 1) >= gramEnd) bodyEnd--
      const bodyCount = bodyEnd - headEnd
      for (; gramIndex < lastGram; gramIndex++) {
        headGrams[roleGrams[gramIndex]!]! += headCount
        bodyGrams[roleGrams[gramIndex]!]! += bodyCount
      }
    }
    return countedEnd
  }

  #markQuestionWord(packedEntry: PackedEntry, wordIndex: number, questionWord: number): void {
    const endPlace = packedEntry.placesTo(wordIndex)
    for (let placeIndex = packedEntry.placesFrom(wordIndex); placeIndex < endPlace; placeIndex++) {
      const position = packedEntry.position(placeIndex)
      this.#questionWords[position] = questionWord + 1
      this.#questionWordPositions.push(position)
    }
  }

  /** Counts the pairs of adjacent words, and takes the marks off. Returns false when there are none. */
  #countPairs(packedEntry: PackedEntry): boolean {
    let hasPairs = false
    const questionEnd = packedEntry.start(1)
    const { bodyStart } = packedEntry
    const [inQuestion, inAlternatives, inBody] = this.#pairs
    for (const position of this.#questionWordPositions) {
      const nextQuestionWord = this.#questionWords[position + 1]!
      const bigramNumber = nextQuestionWord
        ? this.#model.bigram(this.#questionWords[position]! - 1, nextQuestionWord - 1)
        : -1
      if (bigramNumber < 0) continue
      const fieldCounts = position < questionEnd ? inQuestion : position < bodyStart ? inAlternatives : inBody
      fieldCounts[bigramNumber]!++
      hasPairs = true
    }
    for (const position of this.#questionWordPositions) this.#questionWords[position] = 0
    this.#questionWordPositions.length = 0
    return hasPairs
  }

  #fieldFeatures(entryNorms: FieldNorms) {
    const { terms, mass } = this.#model
    for (let termIndex = 0; termIndex < terms.count; termIndex++) {
      const frequency = weightedCount(this.#fields, termIndex, entryNorms)
      this.#found[termIndex] = frequency ? terms.value[termIndex]! : 0
      this.#scores[termIndex] = frequency ? terms.value[termIndex]! * saturate(frequency) : 0
    }
    return {
      bm25f: terms.bestOfGroups(this.#scores) / (mass * (K1 + 1)),
      coverage: terms.bestOfGroups(this.#found) / mass,
    }
  }

  #writePairs(entryNorms: FieldNorms, rowIndex: number): void {
    for (let bigramIndex = 0; bigramIndex < this.#model.bigrams; bigramIndex++) {
      const frequency = weightedCount(this.#pairs, bigramIndex, entryNorms)
      if (frequency) this.#bigrams.set(rowIndex, bigramIndex, saturate(frequency))
    }
  }

  #writeGrams({ headCharacters, bodyCharacters }: PackedEntry, rowIndex: number): void {
    const { averages } = this.#model.collection
    const gramsInHead = this.#headGrams
    const gramsInBody = this.#bodyGrams
    const headNorm = lengthNorm(0.5, headCharacters, CHARACTERS_PER_WORD * (averages.question + averages.alternatives))
    const bodyNorm = lengthNorm(0.75, bodyCharacters, CHARACTERS_PER_WORD * averages.body)
    for (let gramColumn = 0; gramColumn < gramsInHead.length; gramColumn++) {
      const inHead = gramsInHead[gramColumn]!
      const inBody = gramsInBody[gramColumn]!
      if (inHead + inBody) this.#grams.set(rowIndex, gramColumn, saturate(inHead / headNorm + inBody / bodyNorm))
    }
  }

  #synonymFeature(): number {
    const [question, alternatives, body] = this.#fields
    let synonymSum = 0
    for (const synonymNumber of this.#synonyms) {
      const { term, value } = this.#model.synonyms[synonymNumber]!
      if (term < 0 || !(question[term]! + alternatives[term]! + body[term]!)) synonymSum += value
    }
    return Math.min(1, synonymSum / this.#model.mass)
  }
}

interface FieldNorms {
  question: number
  alternatives: number
  body: number
}

function fieldNorms(questionModel: QuestionModel, packedEntry: PackedEntry): FieldNorms {
  const { averages } = questionModel.collection
  return {
    question: lengthNorm(FIELD_WEIGHTS.question.b, packedEntry.length(0), averages.question),
    alternatives: lengthNorm(
      FIELD_WEIGHTS.alternatives.b,
      packedEntry.lengthOf(1, packedEntry.alternatives),
      averages.alternatives,
    ),
    body: lengthNorm(
      FIELD_WEIGHTS.body.b,
      packedEntry.lengthOf(1 + packedEntry.alternatives, packedEntry.sentences),
      averages.body,
    ),
  }
}

type FieldCounts = [Float64Array, Float64Array, Float64Array]

function weightedCount(counts: FieldCounts, columnIndex: number, entryNorms: FieldNorms): number {
  const [inQuestion, inAlternatives, inBody] = [
    counts[0][columnIndex]!,
    counts[1][columnIndex]!,
    counts[2][columnIndex]!,
  ]
  // Most counts are 0, and dividing takes time.
  if (inQuestion + inAlternatives + inBody === 0) return 0
  return (
    (FIELD_WEIGHTS.question.weight * inQuestion) / entryNorms.question +
    (FIELD_WEIGHTS.alternatives.weight * inAlternatives) / entryNorms.alternatives +
    (FIELD_WEIGHTS.body.weight * inBody) / entryNorms.body
  )
}
