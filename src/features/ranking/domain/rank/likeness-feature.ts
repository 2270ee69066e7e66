import type { Phrasing, PreparedEntry } from './prepared.ts'
import type { QuestionModel } from './question-model.ts'
import type { EntryScan } from './scan.ts'

/**
 * Soft matching of word forms: equal words count fully; synonyms, and words that share most of their letters, count in
 * part. A soft alignment in both directions (as in Monge and Elkan 1996); the result is the F1 by idf mass of the best
 * phrasing.
 */
export function likenessFeature(model: QuestionModel, entry: PreparedEntry, scan: EntryScan): number {
  let best = 0
  for (const phrasing of entry.phrasings) best = Math.max(best, likenessOf(model, scan, phrasing))
  return best
}

function likenessOf(model: QuestionModel, scan: EntryScan, { words, distinct }: Phrasing): number {
  const found = model.scratch.words.fill(0)
  let shared = 0
  let total = 0
  // Both lists are in order: a word whose term is new is the next of `distinct`.
  for (let position = 0, next = 0; position < words.length; position++) {
    const role = scan.roles[words[position]!]!
    const near = model.near(role)
    let best = 0
    for (let index = 0; index < near.length; index += 2) {
      const likeness = near[index + 1]!
      if (likeness > best) best = likeness
      if (likeness > found[near[index]!]!) found[near[index]!] = likeness
    }
    if (words[position] !== distinct[next]) continue
    next++
    const own = model.idfOf(role)
    total += own
    shared += own * best
  }
  const precision = total ? shared / total : 0
  const recall = model.words.shareOf(found)
  return precision + recall ? (2 * precision * recall) / (precision + recall) : 0
}
