import type { PackedEntry } from '../memory-index/packed-entry.ts'
import { K1, lengthNorm, saturate } from './formulas.ts'
import type { Occurrences } from './occurrences.ts'
import type { QuestionModel } from './question-model.ts'

const SENTENCE_B = 0.3
const TITLE_SHARE = 0.5

/** Scores the sentences of an entry. One object is used for entry after entry. */
export class SentenceScorer {
  readonly #model: QuestionModel
  readonly #occurrences: Occurrences
  /** By the column of the frequencies: the term's value and group, and its value within the sentences of the entry. */
  readonly #values: Float64Array
  readonly #localValues: Float64Array
  readonly #groups: Int32Array
  /** Score of the sentences that were read last, and the score by the values within the sentences. */
  #score = 0
  #localScore = 0

  constructor(questionModel: QuestionModel, occurrences: Occurrences) {
    this.#model = questionModel
    this.#occurrences = occurrences
    this.#values = new Float64Array(questionModel.terms.count)
    this.#localValues = new Float64Array(questionModel.terms.count)
    this.#groups = new Int32Array(questionModel.terms.count)
  }

  /** Averaged BM25 of the best sentence and of the best two adjacent ones; and the position of the answer. */
  features(packedEntry: PackedEntry): { sentence: number; best_sentence: number } {
    const { sentences } = packedEntry
    const { filled } = this.#occurrences
    this.#readColumns(sentences)
    let bestOfOne = 0
    let bestOfTwo = 0
    let bestLocal = 0
    let position = 0
    for (let firstSentence = 0; firstSentence < sentences; firstSentence++) {
      const isFilled = filled[firstSentence]! > 0
      const isNextFilled = firstSentence + 1 < sentences && filled[firstSentence + 1]! > 0
      if (isFilled) {
        this.#read(packedEntry, firstSentence, 1)
        bestOfOne = Math.max(bestOfOne, this.#score)
        if (this.#localScore > bestLocal) [bestLocal, position] = [this.#localScore, firstSentence]
      }
      if (!isFilled && !isNextFilled) continue
      this.#read(packedEntry, firstSentence, 2)
      bestOfTwo = Math.max(bestOfTwo, this.#score)
    }
    return { sentence: (bestOfTwo + bestOfOne) / 2 / (this.#model.mass * (K1 + 1)), best_sentence: position }
  }

  /** A word counts less within the sentences when many of them or the title have it. */
  #readColumns(sentenceCount: number): void {
    const { terms, holding, question } = this.#occurrences
    terms.forEach((termNumber, termColumn) => {
      const termValue = this.#model.terms.value[termNumber]!
      const localRarity = Math.log(1 + sentenceCount / Math.max(1, holding[termNumber]!))
      this.#values[termColumn] = termValue
      this.#localValues[termColumn] = termValue * localRarity * (question[termNumber]! > 0 ? TITLE_SHARE : 1)
      this.#groups[termColumn] = this.#model.terms.group[termNumber]!
    })
  }

  /** Scores so many sentences, or one at the end: sums the best value of each group of terms. */
  #read(packedEntry: PackedEntry, firstSentence: number, size: number): void {
    const { terms, frequencies } = this.#occurrences
    const sentenceCount = Math.min(packedEntry.sentences - firstSentence, size)
    const windowLength = packedEntry.lengthOf(1 + packedEntry.alternatives + firstSentence, sentenceCount)
    const windowNorm = lengthNorm(SENTENCE_B, windowLength, this.#model.collection.averages.sentence * size)
    const firstRow = firstSentence * terms.length
    const secondRow = sentenceCount > 1 ? firstRow + terms.length : -1
    let groupSum = 0
    let localSum = 0
    let bestOfGroup = 0
    let localBest = 0
    let currentGroup = -1
    for (let termColumn = 0; termColumn < terms.length; termColumn++) {
      const frequency = frequencies[firstRow + termColumn]! + (secondRow < 0 ? 0 : frequencies[secondRow + termColumn]!)
      if (frequency === 0) continue
      if (this.#groups[termColumn] !== currentGroup) {
        groupSum += bestOfGroup
        localSum += localBest
        bestOfGroup = 0
        localBest = 0
        currentGroup = this.#groups[termColumn]!
      }
      const saturated = saturate(frequency / windowNorm)
      bestOfGroup = Math.max(bestOfGroup, this.#values[termColumn]! * saturated)
      localBest = Math.max(localBest, this.#localValues[termColumn]! * saturated)
    }
    this.#score = groupSum + bestOfGroup
    this.#localScore = localSum + localBest
  }
}
