import { K, lengthNorm, saturate } from '../formulas.ts'
import type { PreparedEntry, WordNumbers } from '../prepared.ts'
import type { QuestionModel } from './question-model.ts'
import type { EntryScan } from './scan.ts'

const PHRASING_B = 0.3

export interface PhrasingFeatures {
  phrasing: number
  second_phrasing: number
  mutual: number
}

/**
 * How well the question fits the entry's own phrasings (its question and each alternative), each by itself.
 * - phrasing, second_phrasing: BM25 against the best and the second-best one
 * - mutual: geometric mean of "how much of the asked question is in the entry's question" and the reverse
 */
export function phrasingFeatures(model: QuestionModel, entry: PreparedEntry, scan: EntryScan): PhrasingFeatures {
  let best = 0
  let second = 0
  let reverse = 0
  let top = 0
  for (const phrasing of [entry.question, ...entry.alternatives]) {
    if (!phrasing.length) continue
    const fit = fitOf(model, scan, phrasing)
    if (fit.score > best) [best, second] = [fit.score, best]
    else if (fit.score > second) second = fit.score
    if (fit.score >= top && fit.total) {
      top = fit.score
      reverse = fit.shared / fit.total
    }
  }
  const inQuestion = model.slots.value.map((value, i) => (scan.question[i]! > 0 ? value : 0))
  const mutual = Math.sqrt((reverse * model.slots.bestOfGroups(inQuestion)) / model.mass)
  return { phrasing: best, second_phrasing: second, mutual }
}

function fitOf(model: QuestionModel, scan: EntryScan, phrasing: WordNumbers) {
  const norm = lengthNorm(PHRASING_B, phrasing.length, model.collection.averages.phrasing)
  const frequencies = new Float64Array(model.slots.count)
  const seen = new Set<string>()
  let shared = 0
  let total = 0
  for (const word of phrasing) {
    const match = scan.matches[word]!
    const { slot } = match
    const { term } = match.token
    if (slot >= 0) frequencies[slot]!++
    if (seen.has(term)) continue
    seen.add(term)
    const own = model.idfOf(match)
    total += own
    if (slot < 0) continue
    shared += own
  }
  const values = frequencies.map((frequency, i) => (frequency ? model.slots.value[i]! * saturate(frequency / norm) : 0))
  return {
    score: model.slots.bestOfGroups(values) / (model.mass * (K + 1)),
    shared,
    total,
  }
}
