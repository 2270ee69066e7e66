import { K, lengthNorm, saturate } from '../formulas.ts'
import type { PreparedEntry } from '../prepared.ts'
import type { QuestionModel } from './question-model.ts'
import type { EntryScan } from './scan.ts'

const SENTENCE_B = 0.3

/** BM25 against the best sentence and the best two neighbouring ones, averaged; and where the best one begins. */
export function sentenceFeatures(model: QuestionModel, entry: PreparedEntry, scan: EntryScan) {
  const two = bestWindow(model, entry, scan, 2)
  const one = bestWindow(model, entry, scan, 1)
  return { sentence: (two.score + one.score) / 2, best_sentence: one.at }
}

function bestWindow(model: QuestionModel, entry: PreparedEntry, scan: EntryScan, size: number) {
  let best = 0
  let at = 0
  const values = new Float64Array(model.count)
  for (let start = 0; start < entry.body.length; start++) {
    const end = Math.min(entry.body.length, start + size)
    if (!scan.sentences.slice(start, end).some(Boolean)) continue
    let length = 0
    for (let i = start; i < end; i++) length += entry.body[i]!.length
    const norm = lengthNorm(SENTENCE_B, length, model.collection.averages.sentence * size)
    for (let slot = 0; slot < model.count; slot++) {
      let frequency = 0
      for (let i = start; i < end; i++) frequency += scan.sentences[i]?.[slot] ?? 0
      values[slot] = frequency ? model.value[slot]! * saturate(frequency / norm) : 0
    }
    const score = model.bestOfGroups(values)
    if (score > best) [best, at] = [score, start]
  }
  return { score: best / (model.mass * (K + 1)), at }
}
