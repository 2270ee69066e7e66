import type { QuestionModel } from './question-model.ts'
import type { EntryScan } from './scan.ts'

const CLOSE = 4

/**
 * Content words that follow each other in the question: the idf share of the pairs that stand within four words of each
 * other in the entry, and the same share with each pair divided by its distance.
 */
export function nearnessFeatures(model: QuestionModel, scan: EntryScan): { pairs: number; nearness: number } {
  let close = 0
  let near = 0
  let total = 0
  for (let i = 0; i + 1 < model.content.length; i++) {
    const first = model.content[i]!
    const second = model.content[i + 1]!
    const value = Math.min(model.idf[first]!, model.idf[second]!)
    total += value
    const a = scan.positions[first]
    const b = scan.positions[second]
    if (!a || !b || first === second) continue
    const distance = smallestDistance(a, b)
    if (distance <= CLOSE) close += value
    near += value / Math.max(1, distance)
  }
  return total ? { pairs: close / total, nearness: near / total } : { pairs: 0, nearness: 0 }
}

/** Both ascending and not empty. */
function smallestDistance(a: number[], b: number[]): number {
  let smallest = Number.POSITIVE_INFINITY
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    smallest = Math.min(smallest, Math.abs(a[i]! - b[j]!))
    if (a[i]! < b[j]!) i++
    else j++
  }
  return smallest
}
