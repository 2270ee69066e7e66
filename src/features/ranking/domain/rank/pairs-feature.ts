import type { Occurrences } from './occurrences.ts'
import type { QuestionModel } from './question-model.ts'

/** Distance in words up to which a pair is close. */
const MAX_DISTANCE = 4

/** Content words that follow each other in the question: the idf share of the pairs that stand close in the entry. */
export function pairsFeature(questionModel: QuestionModel, { positions }: Occurrences): number {
  let closeValue = 0
  let totalValue = 0
  for (let pairIndex = 0; pairIndex + 1 < questionModel.content.length; pairIndex++) {
    const firstTerm = questionModel.content[pairIndex]!
    const secondTerm = questionModel.content[pairIndex + 1]!
    const pairValue = Math.min(questionModel.terms.idf[firstTerm]!, questionModel.terms.idf[secondTerm]!)
    totalValue += pairValue
    const firstPositions = positions[firstTerm]!
    const secondPositions = positions[secondTerm]!
    if (firstTerm !== secondTerm && smallestDistance(firstPositions, secondPositions) <= MAX_DISTANCE)
      closeValue += pairValue
  }
  return totalValue ? closeValue / totalValue : 0
}

/** Both ascending; without end where one is empty. */
function smallestDistance(leftPositions: number[], rightPositions: number[]): number {
  let smallest = Number.POSITIVE_INFINITY
  for (let leftIndex = 0, rightIndex = 0; leftIndex < leftPositions.length && rightIndex < rightPositions.length; ) {
    smallest = Math.min(smallest, Math.abs(leftPositions[leftIndex]! - rightPositions[rightIndex]!))
    if (leftPositions[leftIndex]! < rightPositions[rightIndex]!) leftIndex++
    else rightIndex++
  }
  return smallest
}
