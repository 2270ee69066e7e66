import type { PackedEntry } from '../memory-index/packed-entry.ts'
import type { HeadWords } from './head-words.ts'
import type { QuestionModel } from './question-model.ts'

/**
 * Soft matching of word forms: equal words count fully; synonyms, and words that share most of their letters, count in
 * part. A soft alignment in both directions (as in Monge and Elkan 1996); the result is the F1 by idf mass of the best
 * phrasing.
 */
export function similarityFeature(model: QuestionModel, packed: PackedEntry, head: HeadWords): number {
  let best = 0
  for (let phrasing = 0; phrasing <= packed.alternatives; phrasing++)
    best = Math.max(best, similarityTo(model, head, packed.start(phrasing), packed.length(phrasing)))
  return best
}

function similarityTo(model: QuestionModel, head: HeadWords, start: number, length: number): number {
  const found = model.scratch.words.fill(0)
  let shared = 0
  let total = 0
  for (let position = start; position < start + length; position++) {
    const similar = model.similarWords(head.roles[position]!)
    let best = 0
    for (let index = 0; index < similar.length; index += 2) {
      const similarity = similar[index + 1]!
      if (similarity > best) best = similarity
      if (similarity > found[similar[index]!]!) found[similar[index]!] = similarity
    }
    if (head.isRepeated[position]) continue
    const idf = model.idfOf(head.tokens[position]!)
    total += idf
    shared += idf * best
  }
  const precision = total ? shared / total : 0
  const recall = model.words.shareOf(found)
  return precision + recall ? (2 * precision * recall) / (precision + recall) : 0
}
