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
  model: QuestionModel,
  packed: PackedEntry,
  occurrences: Occurrences,
  head: HeadWords,
): PhrasingFeatures {
  let best = 0
  let second = 0
  let reverse = 0
  let top = 0
  for (let phrasing = 0; phrasing <= packed.alternatives; phrasing++) {
    const fit = fitOf(model, head, packed.start(phrasing), packed.length(phrasing))
    if (fit.score > best) [best, second] = [fit.score, best]
    else if (fit.score > second) second = fit.score
    if (fit.score >= top && fit.total) {
      top = fit.score
      reverse = fit.shared / fit.total
    }
  }
  const inQuestion = model.scratch.values
  for (let index = 0; index < inQuestion.length; index++)
    inQuestion[index] = occurrences.question[index]! > 0 ? model.terms.value[index]! : 0
  const mutual = Math.sqrt((reverse * model.terms.bestOfGroups(inQuestion)) / model.mass)
  return { phrasing: best, second_phrasing: second, mutual }
}

function fitOf(model: QuestionModel, head: HeadWords, start: number, length: number) {
  const norm = lengthNorm(PHRASING_B, length, model.collection.averages.phrasing)
  const values = model.scratch.values.fill(0)
  let shared = 0
  let total = 0
  for (let position = start; position < start + length; position++) {
    const term = model.roles.term[head.roles[position]!]!
    if (term >= 0) values[term]!++
    if (head.isRepeated[position]) continue
    const idf = model.idfOf(head.tokens[position]!)
    total += idf
    if (term >= 0) shared += idf
  }
  for (let term = 0; term < values.length; term++) {
    if (values[term]) values[term] = model.terms.value[term]! * saturate(values[term]! / norm)
  }
  return { score: model.terms.bestOfGroups(values) / (model.mass * (K1 + 1)), shared, total }
}
