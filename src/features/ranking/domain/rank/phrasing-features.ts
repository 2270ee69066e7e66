import { K, lengthNorm, saturate } from './formulas.ts'
import type { Phrasing, PreparedEntry } from './prepared.ts'
import type { QuestionModel } from './question-model.ts'
import type { EntryScan } from './scan.ts'

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
export function phrasingFeatures(model: QuestionModel, entry: PreparedEntry, scan: EntryScan): PhrasingFeatures {
  let best = 0
  let second = 0
  let reverse = 0
  let top = 0
  for (const phrasing of entry.phrasings) {
    const fit = fitOf(model, scan, phrasing)
    if (fit.score > best) [best, second] = [fit.score, best]
    else if (fit.score > second) second = fit.score
    if (fit.score >= top && fit.total) {
      top = fit.score
      reverse = fit.shared / fit.total
    }
  }
  const inQuestion = model.scratch.values
  for (let index = 0; index < inQuestion.length; index++)
    inQuestion[index] = scan.question[index]! > 0 ? model.slots.value[index]! : 0
  const mutual = Math.sqrt((reverse * model.slots.bestOfGroups(inQuestion)) / model.mass)
  return { phrasing: best, second_phrasing: second, mutual }
}

function fitOf(model: QuestionModel, scan: EntryScan, { words, distinct }: Phrasing) {
  const norm = lengthNorm(PHRASING_B, words.length, model.collection.averages.phrasing)
  const values = model.scratch.values.fill(0)
  let shared = 0
  let total = 0
  for (let position = 0; position < words.length; position++) {
    const slot = model.roles.slot[scan.roles[words[position]!]!]!
    if (slot >= 0) values[slot]!++
  }
  for (let position = 0; position < distinct.length; position++) {
    const role = scan.roles[distinct[position]!]!
    const own = model.idfOf(role)
    total += own
    if (model.roles.slot[role]! >= 0) shared += own
  }
  for (let index = 0; index < values.length; index++) {
    if (values[index]) values[index] = model.slots.value[index]! * saturate(values[index]! / norm)
  }
  return {
    score: model.slots.bestOfGroups(values) / (model.mass * (K + 1)),
    shared,
    total,
  }
}
