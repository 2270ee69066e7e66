import type { PreparedEntry, WordNumbers } from '../prepared.ts'
import type { QuestionModel } from './question-model.ts'
import type { EntryScan } from './scan.ts'

/** An entry's word that the question lacks is taken to occur in one entry of fifty where nothing better is known. */
const ASSUMED_SHARE = 0.02
const STOP_SHARE = 0.4

/**
 * Matching that forgives the form of a word: equal words count fully, synonyms and words that share most of their
 * letters in part: a soft alignment in both directions (as in Monge and Elkan 1996), of which the F1 by idf mass of the
 * best phrasing is taken.
 */
export function likenessFeature(model: QuestionModel, entry: PreparedEntry, scan: EntryScan): number {
  let best = 0
  for (const phrasing of [entry.question, ...entry.alternatives]) {
    if (phrasing.length) best = Math.max(best, likenessOf(model, entry, scan, phrasing))
  }
  return best
}

function likenessOf(model: QuestionModel, entry: PreparedEntry, scan: EntryScan, phrasing: WordNumbers): number {
  const found = new Float64Array(model.words.count)
  const seen = new Set<string>()
  let shared = 0
  let total = 0
  for (const number of phrasing) {
    const { near, slot } = scan.matches[number]!
    const { term, stop } = entry.words[number]!
    let best = 0
    for (let i = 0; i < near.length; i += 2) {
      const likeness = near[i + 1]!
      if (likeness > best) best = likeness
      if (likeness > found[near[i]!]!) found[near[i]!] = likeness
    }
    if (seen.has(term)) continue
    seen.add(term)
    const own = (slot >= 0 ? model.slots.idf[slot]! : model.rarity.of(term, ASSUMED_SHARE)) * (stop ? STOP_SHARE : 1)
    total += own
    shared += own * best
  }
  const precision = total ? shared / total : 0
  const recall = model.words.shareOf(found)
  return precision + recall ? (2 * precision * recall) / (precision + recall) : 0
}
