import type { PackedEntry } from '../memory-index/packed-entry.ts'
import { K1, lengthNorm, saturate } from './formulas.ts'
import type { HeadWords } from './head-words.ts'
import type { Occurrences } from './occurrences.ts'
import type { QuestionModel } from './question-model.ts'

const PHRASING_B = 0.3

export interface PhrasingFeatures {
  phrasing: number
  second_phrasing: number
  mutual: number
}

/**
 * Match of the question with each of the entry's phrasings (its question and each alternative). `phrasing` and
 * `second_phrasing`: BM25 of the best and the second-best one. `mutual`: geometric mean of the shares of the asked
 * question in the entry's question and the reverse.
 */
export function phrasingFeatures(
  questionModel: QuestionModel,
  packedEntry: PackedEntry,
  occurrences: Occurrences,
  headWords: HeadWords,
): PhrasingFeatures {
  let bestFit = 0
  let secondFit = 0
  let reverseFit = 0
  let topPhrasing = 0
  for (let phrasing = 0; phrasing <= packedEntry.alternatives; phrasing++) {
    const phrasingFit = fitOf(questionModel, headWords, packedEntry.start(phrasing), packedEntry.length(phrasing))
    if (phrasingFit.score > bestFit) [bestFit, secondFit] = [phrasingFit.score, bestFit]
    else if (phrasingFit.score > secondFit) secondFit = phrasingFit.score
    if (phrasingFit.score >= topPhrasing && phrasingFit.total) {
      topPhrasing = phrasingFit.score
      reverseFit = phrasingFit.shared / phrasingFit.total
    }
  }
  const inQuestion = questionModel.scratch.values
  for (let groupIndex = 0; groupIndex < inQuestion.length; groupIndex++)
    inQuestion[groupIndex] = occurrences.question[groupIndex]! > 0 ? questionModel.terms.value[groupIndex]! : 0
  const mutualFit = Math.sqrt((reverseFit * questionModel.terms.bestOfGroups(inQuestion)) / questionModel.mass)
  return { phrasing: bestFit, second_phrasing: secondFit, mutual: mutualFit }
}

function fitOf(questionModel: QuestionModel, headWords: HeadWords, phrasingStart: number, phrasingLength: number) {
  const phrasingNorm = lengthNorm(PHRASING_B, phrasingLength, questionModel.collection.averages.phrasing)
  const termValues = questionModel.scratch.values.fill(0)
  let sharedIdf = 0
  let totalIdf = 0
  for (let position = phrasingStart; position < phrasingStart + phrasingLength; position++) {
    const termNumber = questionModel.roles.term[headWords.roles[position]!]!
    if (termNumber >= 0) termValues[termNumber]!++
    if (headWords.isRepeated[position]) continue
    const idf = questionModel.idfOf(headWords.tokens[position]!)
    totalIdf += idf
    if (termNumber >= 0) sharedIdf += idf
  }
  for (let termNumber = 0; termNumber < termValues.length; termNumber++) {
    if (termValues[termNumber])
      termValues[termNumber] = questionModel.terms.value[termNumber]! * saturate(termValues[termNumber]! / phrasingNorm)
  }
  return {
    score: questionModel.terms.bestOfGroups(termValues) / (questionModel.mass * (K1 + 1)),
    shared: sharedIdf,
    total: totalIdf,
  }
}
