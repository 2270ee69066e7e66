import type { PackedEntry } from '../memory-index/packed-entry.ts'
import { K1, lengthNorm, saturate } from './formulas.ts'
import type { Occurrences } from './occurrences.ts'
import type { QuestionModel } from './question-model.ts'

const SENTENCE_B = 0.3

/** Averaged BM25 of the best sentence and of the best two adjacent ones; and the position of the answer. */
export function sentenceFeatures(questionModel: QuestionModel, packedEntry: PackedEntry, occurrences: Occurrences) {
  const { value } = questionModel.terms
  const localTermValues = localValues(questionModel, occurrences, packedEntry.sentences)
  let bestOfOne = 0
  let bestOfTwo = 0
  let bestLocal = 0
  let position = 0
  for (let firstSentence = 0; firstSentence < packedEntry.sentences; firstSentence++) {
    const isFilled = occurrences.filled[firstSentence]! > 0
    const isNextFilled = firstSentence + 1 < packedEntry.sentences && occurrences.filled[firstSentence + 1]! > 0
    if (isFilled) {
      const frequencies = saturatedFrequencies(questionModel, packedEntry, occurrences, {
        start: firstSentence,
        size: 1,
      })
      bestOfOne = Math.max(bestOfOne, sumOfGroups(questionModel, occurrences, frequencies, value))
      const windowScore = sumOfGroups(questionModel, occurrences, frequencies, localTermValues)
      if (windowScore > bestLocal) [bestLocal, position] = [windowScore, firstSentence]
    }
    if (!isFilled && !isNextFilled) continue
    const frequencies = saturatedFrequencies(questionModel, packedEntry, occurrences, { start: firstSentence, size: 2 })
    bestOfTwo = Math.max(bestOfTwo, sumOfGroups(questionModel, occurrences, frequencies, value))
  }
  return { sentence: (bestOfTwo + bestOfOne) / 2 / (questionModel.mass * (K1 + 1)), best_sentence: position }
}

const TITLE_SHARE = 0.5

/** Weight of a word within the sentences: low when many of them or the title have it. */
function localValues(
  questionModel: QuestionModel,
  { terms, holding, question }: Occurrences,
  sentenceCount: number,
): Float64Array {
  const termValues = questionModel.scratch.local
  for (const termNumber of terms) {
    const localRarity = Math.log(1 + sentenceCount / Math.max(1, holding[termNumber]!))
    termValues[termNumber] =
      questionModel.terms.value[termNumber]! * localRarity * (question[termNumber]! > 0 ? TITLE_SHARE : 1)
  }
  return termValues
}

/** Saturated frequency of each column over `size` sentences, or one at the end. */
function saturatedFrequencies(
  questionModel: QuestionModel,
  packedEntry: PackedEntry,
  { terms, frequencies }: Occurrences,
  { start, size }: { start: number; size: number },
): Float64Array {
  const sentenceCount = Math.min(packedEntry.sentences - start, size)
  const windowLength = packedEntry.lengthOf(1 + packedEntry.alternatives + start, sentenceCount)
  const windowNorm = lengthNorm(SENTENCE_B, windowLength, questionModel.collection.averages.sentence * size)
  const firstRow = start * terms.length
  const secondRow = sentenceCount > 1 ? firstRow + terms.length : -1
  const saturated = questionModel.scratch.values
  for (let termColumn = 0; termColumn < terms.length; termColumn++) {
    const frequency = frequencies[firstRow + termColumn]! + (secondRow < 0 ? 0 : frequencies[secondRow + termColumn]!)
    saturated[termColumn] = frequency && saturate(frequency / windowNorm)
  }
  return saturated
}

/** Sums the best value of each group of terms. */
function sumOfGroups(
  questionModel: QuestionModel,
  { terms }: Occurrences,
  saturated: Float64Array,
  termValues: Float64Array,
) {
  let groupSum = 0
  let bestOfGroup = 0
  let currentGroup = -1
  for (let termColumn = 0; termColumn < terms.length; termColumn++) {
    const termNumber = terms[termColumn]!
    if (questionModel.terms.group[termNumber] !== currentGroup) {
      groupSum += bestOfGroup
      bestOfGroup = 0
      currentGroup = questionModel.terms.group[termNumber]!
    }
    const windowScore = termValues[termNumber]! * saturated[termColumn]!
    if (windowScore > bestOfGroup) bestOfGroup = windowScore
  }
  return groupSum + bestOfGroup
}
