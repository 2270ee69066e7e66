import type { QuestionModel } from './question-model.ts'
import type { EntryScan } from './scan.ts'

const CLOSE = 4

/** Content words that follow each other in the question: the idf share of the pairs that stand close in the entry. */
export function pairsFeature(model: QuestionModel, scan: EntryScan): number {
  let close = 0
  let total = 0
  for (let i = 0; i + 1 < model.content.length; i++) {
    const first = model.content[i]!
    const second = model.content[i + 1]!
    const value = Math.min(model.slots.idf[first]!, model.slots.idf[second]!)
    total += value
    const a = scan.positions[first]!
    const b = scan.positions[second]!
    if (first !== second && smallestDistance(a, b) <= CLOSE) close += value
  }
  return total ? close / total : 0
}

/** Both ascending; without end where one is empty. */
function smallestDistance(a: number[], b: number[]): number {
  let smallest = Number.POSITIVE_INFINITY
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    smallest = Math.min(smallest, Math.abs(a[i]! - b[j]!))
    if (a[i]! < b[j]!) i++
    else j++
  }
  return smallest
}
