import type { Occurrences } from './occurrences.ts'
import type { QuestionModel } from './question-model.ts'

/** Distance in words up to which a pair is close. */
const MAX_DISTANCE = 4

/** Content words that follow each other in the question: the idf share of the pairs that stand close in the entry. */
export function pairsFeature(model: QuestionModel, { positions }: Occurrences): number {
  let close = 0
  let total = 0
  for (let index = 0; index + 1 < model.content.length; index++) {
    const first = model.content[index]!
    const second = model.content[index + 1]!
    const value = Math.min(model.terms.idf[first]!, model.terms.idf[second]!)
    total += value
    const a = positions[first]!
    const b = positions[second]!
    if (first !== second && smallestDistance(a, b) <= MAX_DISTANCE) close += value
  }
  return total ? close / total : 0
}

/** Both ascending; without end where one is empty. */
function smallestDistance(left: number[], right: number[]): number {
  let smallest = Number.POSITIVE_INFINITY
  for (let index = 0, j = 0; index < left.length && j < right.length; ) {
    smallest = Math.min(smallest, Math.abs(left[index]! - right[j]!))
    if (left[index]! < right[j]!) index++
    else j++
  }
  return smallest
}
